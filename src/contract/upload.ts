import { type InferType, number, object, string } from 'yup'
import { ARCHIVE_KINDS } from './archive-kinds'
import { recordId } from './fields'

export { TUS_PART_TYPE, TUS_VERSION, UPLOADS_PATH } from './upload-protocol'

/** The last step of the address of a file that comes in parts. */
export const UPLOAD_ID = /^[\w-]{22}$/

/** A file that came in parts, by its id. */
export const uploadId = () => string().matches(UPLOAD_ID, 'Неверный номер загрузки')

export const EMPTY_FILE = 'Файл пуст.'

/** What is told of a file before its first part comes. */
export const newUploadSchema = object({
  memorial_id: recordId().required(),
  kind: string().oneOf(ARCHIVE_KINDS).required(),
  /** Bytes. */
  size: number().integer().min(1, EMPTY_FILE).required(),
})
export type NewUpload = InferType<typeof newUploadSchema>
