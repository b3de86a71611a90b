import { rm } from 'node:fs/promises'

export default async function removeEmptyDatabase(): Promise<void> {
  const folder = process.env.EMPTY_DATABASE_FOLDER
  if (folder) await rm(folder, { recursive: true, force: true })
}
