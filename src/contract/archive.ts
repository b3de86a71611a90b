import { array, type InferType, number, object, string } from 'yup'
import { longText } from './fields'
import { ARCHIVE_DESCRIPTION_MAX_LENGTH } from './limits'

/** The three archives of an advanced memorial. */
export const ARCHIVE_KINDS = ['photo', 'audio', 'video'] as const
export type ArchiveKind = (typeof ARCHIVE_KINDS)[number]

export const FILE_REQUIRED = 'Сначала выберите файл.'

/** The calls of one archive, below the base path of the API. */
export function archivePaths(kind: ArchiveKind) {
  const base = `/${kind}_archive`
  return {
    list: `${base}/get_memorial_${kind}s`,
    create: `${base}/create`,
    update: `${base}/update`,
    delete: `${base}/delete`,
  }
}

/** A photo or a recording; `file_path` is a root-relative URL for `src`. Width and height are a photo's, in pixels, where they are known. */
export const archiveItemSchema = object({
  id: number().integer().required(),
  memorial_id: number().integer().required(),
  file_path: string().required(),
  description: string().nullable().defined(),
  width: number().integer().nullable().defined(),
  height: number().integer().nullable().defined(),
})
export type ArchiveItem = InferType<typeof archiveItemSchema>

export const archiveListSchema = object({ result: array(archiveItemSchema).required() })

/** What an owner may write about an item. Absent: unchanged; empty: cleared. */
export const archiveDescriptionSchema = object({
  description: longText('Описание', ARCHIVE_DESCRIPTION_MAX_LENGTH),
})
export type ArchiveDescription = InferType<typeof archiveDescriptionSchema>
