import { errorStatus, errorText, fieldTexts, withReasonToWait } from '@client/api/errors'
import type { FormFailure } from '@client/ui/form/Form'

const PAYLOAD_TOO_LARGE = 413
const UNSUPPORTED_MEDIA_TYPE = 415

/** Why something was not saved: the text for the whole, and the server's own words at the fields it names. */
export function saveFailure(error: unknown, message: string): FormFailure | undefined {
  if (!error) return undefined
  return { message: withReasonToWait(message, error), fields: fieldTexts(error) }
}

/** The same where a photo goes along: what is wrong with the file itself stands at its field. */
export function photoSaveFailure(error: unknown, message: string, photoField: string): FormFailure | undefined {
  const isAboutFile = [PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE].includes(errorStatus(error) ?? 0)
  if (!isAboutFile) return saveFailure(error, message)
  return { message, fields: { [photoField]: errorText(error, { fallback: message }) } }
}
