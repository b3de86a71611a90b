import path from 'node:path'
import { FILES, type IndexLine } from './format'
import { readArchive } from './archive-reader'

/** Files in an earlier archive, or in one that it refers to. */
export interface EarlierFiles {
  /** The index line that says where this file is. */
  find(file: { name: string; size: number }): IndexLine | undefined
}

export const NO_EARLIER_FILES: EarlierFiles = { find: () => undefined }

/**
 * Reads the index of an archive, which also verifies that archive. A stored file never changes, so the same name and
 * size mean the same file.
 */
export async function earlierFilesOf(archive: string, scratch: string): Promise<EarlierFiles> {
  const known = new Map<string, IndexLine>()
  const ownName = path.basename(archive)
  await readArchive(archive, scratch, {
    async line(line) {
      if (line.name.startsWith(FILES)) known.set(line.name, { ...line, in: line.in ?? ownName })
    },
  })
  return {
    find: ({ name, size }) => {
      const line = known.get(name)
      return line?.size === size ? line : undefined
    },
  }
}
