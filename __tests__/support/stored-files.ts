import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'

/** The size of every file in a folder and below it, by its path from there; of nothing where there is no folder. */
export async function filesBelow(folder: string): Promise<Map<string, number>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const sizes = new Map<string, number>()
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const file = path.join(entry.parentPath, entry.name)
    const stats = await stat(file).catch(() => undefined)
    // It may have gone since it was listed.
    if (stats) sizes.set(path.relative(folder, file), stats.size)
  }
  return sizes
}

/** Bytes of all files of one media id, as a path below the media folder names it. */
export function bytesOf(sizes: Map<string, number>, mediaId: string): number {
  return [...sizes].reduce((sum, [file, size]) => (file.includes(`${mediaId}${path.sep}`) ? sum + size : sum), 0)
}
