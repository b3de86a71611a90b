import {
  errorStatus,
  errorText,
  fieldTexts,
  okOrNotFound,
  isNetworkFailure,
  withReasonToWait,
} from '@client/api/errors'
import type { ActionOutcome } from '@client/ui/ConfirmButton'
import type { FormFailure } from '@client/ui/form/Form'
import { DELETE_FAILED } from './texts'

const PAYLOAD_TOO_LARGE = 413
const UNSUPPORTED_MEDIA_TYPE = 415

/** Why a save failed: a text for the form, and the server's own texts at the fields it names. */
export function saveFailure(error: unknown, message: string): FormFailure | undefined {
  if (!error) return undefined
  return { message: withReasonToWait(message, error), fields: fieldTexts(error), isUnanswered: isNetworkFailure(error) }
}

/** The same for a form with a photo: errors about the file appear at its field. */
export function photoSaveFailure(error: unknown, message: string, photoField: string): FormFailure | undefined {
  const isAboutFile = [PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE].includes(errorStatus(error) ?? 0)
  if (!isAboutFile) return saveFailure(error, message)
  return { message, fields: { [photoField]: errorText(error, { fallback: message }) } }
}

/** The outcome of a deletion for a `ConfirmButton`. A thing that another tab has already deleted counts as deleted. */
export function deletionOutcome(error: unknown, doneText?: string): ActionOutcome {
  return okOrNotFound(error) ? { isDone: true, message: doneText } : { isDone: false, message: DELETE_FAILED }
}
