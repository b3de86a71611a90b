import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'

/** The size of every file in a folder and below it, by relative path; empty without the folder. */
export async function filesBelow(folder: string): Promise<Map<string, number>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const sizes = new Map<string, number>()
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const file = path.join(entry.parentPath, entry.name)
    const stats = await stat(file).catch(() => undefined)
    // It may have been deleted since it was listed.
    if (stats) sizes.set(path.relative(folder, file), stats.size)
  }
  return sizes
}

/** The bytes of all files of one media id, which is a folder name in their paths. */
export function bytesOf(sizes: Map<string, number>, mediaId: string): number {
  return [...sizes].reduce((sum, [file, size]) => (file.includes(`${mediaId}${path.sep}`) ? sum + size : sum), 0)
}
