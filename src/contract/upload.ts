import { type InferType, number, object, string } from 'yup'
import { ARCHIVE_KINDS } from './archive'
import { recordId } from './fields'

/** Where large files come in parts, by the tus protocol; below the base path of the API. */
export const UPLOADS_PATH = '/uploads'

/** Of the protocol. */
export const TUS_VERSION = '1.0.0'

/** The content type of a part. */
export const TUS_PART_TYPE = 'application/offset+octet-stream'

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
