import { rm } from 'node:fs/promises'

/** What a global setup has made for test files to copy. */
export default async function removePreparedData(): Promise<void> {
  const { EMPTY_DATABASE_FOLDER, DEMO_DATA_FOLDER } = process.env
  for (const folder of [EMPTY_DATABASE_FOLDER, DEMO_DATA_FOLDER]) {
    if (folder) await rm(folder, { recursive: true, force: true })
  }
}
