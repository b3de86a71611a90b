import { type InferType, number, object, string } from 'yup'
import { ARCHIVE_KINDS } from './archive-kinds'
import { lineOfText, recordId } from './fields'

export { TUS_EXTENSIONS, TUS_PART_TYPE, TUS_VERSION, UPLOADS_PATH, VOICES_PATH } from './upload-protocol'

/** The last segment of an upload URL. */
export const UPLOAD_ID = /^[\w-]{22}$/

/** The id of a completed resumable upload. */
export const uploadId = () => string().matches(UPLOAD_ID, 'Неверный номер загрузки')

export const EMPTY_FILE = 'Файл пуст.'

/** The metadata of a file, sent before its first chunk. */
export const newUploadSchema = object({
  memorial_id: recordId().required(),
  kind: string().oneOf(ARCHIVE_KINDS).required(),
  /** Bytes. */
  size: number().integer().min(1, EMPTY_FILE).required(),
})
const TOKEN_MAX_LENGTH = 200

/** The same of a voice that is left with words of memory, or sent in answer to the question of a letter's link. */
export const newVoiceSchema = newUploadSchema.omit(['kind']).shape({
  memorial_id: recordId().when('token', {
    is: undefined,
    then: (id) => id.required(),
  }),
  token: lineOfText('token', TOKEN_MAX_LENGTH),
})

export type NewUpload = InferType<typeof newUploadSchema>
