import { stat } from 'node:fs/promises'

const OF_OTHERS = 0o077

/** Whether users other than the owner may read a folder or write to it. */
export async function isOpenToOthers(folder: string): Promise<boolean> {
  return ((await stat(folder)).mode & OF_OTHERS) !== 0
}
