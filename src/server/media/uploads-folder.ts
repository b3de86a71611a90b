import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { ignoreMissing } from '../lib/ignore-missing'

/** Longer than any request may leave its file untouched: even a slow one writes data every minute. */
const OLD_AFTER_MS = 2 * 3_600_000

/** Where files lie while they are received and encoded. */
export function uploadsFolder(dataDir: string): string {
  return path.join(dataDir, 'uploads')
}

/** For the start of the only process: all files there are left over from a killed process. */
export async function clearUploads(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
}

/** For a folder that several processes may share: files of a killed process are recognised by their age. */
export async function removeOldUploads(folder: string, now = Date.now()): Promise<void> {
  for (const name of await readdir(folder)) {
    const upload = path.join(folder, name)
    const touched = await stat(upload).then(({ mtimeMs }) => mtimeMs, ignoreMissing)
    if (touched !== undefined && touched < now - OLD_AFTER_MS) await rm(upload, { recursive: true, force: true })
  }
}
