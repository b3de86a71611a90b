import type { ArchiveKind } from '@contract/archive'
import { ARCHIVE_LIMIT_BYTES, STORAGE_STEP_BYTES } from '@contract/limits'
import type { ZipReader } from './zip-reader'

const NO_FILE = 'Файл не указан, или его имя неверно.'
const NOT_THERE = (name: string) => `В архиве нет файла «${name}».`
const OTHER_SIZE = (name: string) => `Файл «${name}» другого размера, чем был: архив повреждён.`
const TWICE = (name: string) => `Файл «${name}» указан дважды.`
const TOO_LARGE = (name: string) => `Файл «${name}» слишком большой.`

/** File names as exports write them. Does not allow a path out of the page's folder. */
const NAME = /^[\w-]{1,40}(?:\/[\w-]{1,40}){0,2}\.\w{1,8}$/
const NAME_SHOWN_LENGTH = 60
/** A stored picture may be larger than its source file. */
export const EXPORTED_PICTURE_MAX_BYTES = 64 * 1024 ** 2
/** The largest storage of a page: its tariff and the gigabyte that can be added. */
export const PAGE_STORAGE_MAX_BYTES = ARCHIVE_LIMIT_BYTES + STORAGE_STEP_BYTES

export function exportedFileLimit(kind: ArchiveKind): number {
  return kind === 'photo' ? EXPORTED_PICTURE_MAX_BYTES : PAGE_STORAGE_MAX_BYTES
}

export interface ExportedFiles {
  /** The file named in data.json: its key in the ZIP and its size in bytes. Reports errors, and then returns undefined. */
  take(said: Record<string, unknown>, field: string, kind: ArchiveKind): { file: string; size: number } | undefined
}

/** The files of one page. Each can be taken once: items that share a file could exceed the size of the archive. */
export function exportedFilesOf({
  zip,
  folder,
  tell,
}: {
  zip: ZipReader
  folder: string
  tell: (field: string, msg: string) => void
}): ExportedFiles {
  const taken = new Set<string>()

  function problemOf({ file, size }: Record<string, unknown>, kind: ArchiveKind): string | undefined {
    if (typeof file !== 'string' || !NAME.test(file)) return NO_FILE
    const shown = file.slice(0, NAME_SHOWN_LENGTH)
    const bytes = zip.sizeOf(folder + file)
    if (bytes === undefined) return NOT_THERE(shown)
    if (bytes !== size) return OTHER_SIZE(shown)
    if (bytes > exportedFileLimit(kind)) return TOO_LARGE(shown)
    if (taken.has(file)) return TWICE(shown)
    taken.add(file)
    return undefined
  }

  return {
    take(said, field, kind) {
      const problem = problemOf(said, kind)
      if (problem !== undefined) {
        tell(field, problem)
        return undefined
      }
      const file = folder + String(said.file)
      return { file, size: Number(said.size) }
    },
  }
}
