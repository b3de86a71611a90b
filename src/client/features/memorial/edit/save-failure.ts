import { fieldTexts } from '@client/api/errors'
import type { FormFailure } from '@client/ui/form/Form'

/** Why something was not saved: the text for the whole, and the server's own words at the fields it names. */
export function saveFailure(error: unknown, message: string): FormFailure | undefined {
  if (!error) return undefined
  return { message, fields: fieldTexts(error) }
}
