import { isConflict } from '@client/api/errors'
import type { FormFailure } from '@client/ui/form/Form'
import { photoSaveFailure } from '../edit/save-failure'
import { SAVE_FAILED } from '../edit/texts'

const SAVED_ELSEWHERE =
  'Место захоронения уже сохранено в другом окне. Если сохранить ещё раз, останется то, что здесь.'

/** What the form says when the server did not take the burial place. */
export function savingFailure(error: unknown): FormFailure | undefined {
  if (isConflict(error)) return { message: SAVED_ELSEWHERE }
  return photoSaveFailure(error, SAVE_FAILED, 'burial_photo_file')
}
