import { stat } from 'node:fs/promises'

const OF_OTHERS = 0o077

/** Whether others than its owner may look into a folder, or write there. */
export async function isOpenToOthers(folder: string): Promise<boolean> {
  return ((await stat(folder)).mode & OF_OTHERS) !== 0
}
