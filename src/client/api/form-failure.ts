import type { FormFailure } from '@client/ui/form/Form'
import { errorText, type ErrorTexts, fieldTexts, isNetworkFailure } from './errors'

/** What a form says of a refusal: the text for the whole, and the server's own words at the fields it names. */
export function formFailure(error: unknown, texts: ErrorTexts): FormFailure {
  return { message: errorText(error, texts), fields: fieldTexts(error), isUnanswered: isNetworkFailure(error) }
}
