import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { ignoreMissing } from '../lib/ignore-missing'

/** Longer than any request may leave its file untouched: one that is slow brings something every minute. */
const OLD_AFTER_MS = 2 * 3_600_000

/** Where files are while they are received and encoded. */
export function uploadsFolder(dataDir: string): string {
  return path.join(dataDir, 'uploads')
}

/** For a start that knows itself alone: what a killed process left half-written is nobody's. */
export async function clearUploads(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
}

/** Where several processes may share a folder, only age tells what a killed one left. */
export async function removeOldUploads(folder: string, now = Date.now()): Promise<void> {
  for (const name of await readdir(folder)) {
    const upload = path.join(folder, name)
    const touched = await stat(upload).then(({ mtimeMs }) => mtimeMs, ignoreMissing)
    if (touched !== undefined && touched < now - OLD_AFTER_MS) await rm(upload, { recursive: true, force: true })
  }
}
