import { errorStatus, errorText } from '@client/api/errors'
import type { FormFailure } from '@client/ui/form/Form'
import { saveFailure } from '../edit/save-failure'
import { SAVE_FAILED } from '../edit/texts'

const SAVED_ELSEWHERE =
  'Место захоронения уже сохранено в другом окне. Если сохранить ещё раз, останется то, что здесь.'

const CONFLICT_STATUS = 409
/** Too large, and no picture at all. */
const PHOTO_STATUSES = [413, 415]

/** What the form says when the server did not take the burial place. */
export function savingFailure(error: unknown): FormFailure | undefined {
  const status = errorStatus(error) ?? 0
  if (status === CONFLICT_STATUS) return { message: SAVED_ELSEWHERE }
  if (!PHOTO_STATUSES.includes(status)) return saveFailure(error, SAVE_FAILED)
  return { message: SAVE_FAILED, fields: { burial_photo_file: errorText(error, { fallback: SAVE_FAILED }) } }
}
