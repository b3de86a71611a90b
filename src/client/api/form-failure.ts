import type { FormFailure } from '@client/ui/form/Form'
import { errorText, type ErrorTexts, fieldTexts, isNetworkFailure } from './errors'

/** What a form shows of a refusal: a text for the whole, and the server's own messages at its fields. */
export function formFailure(error: unknown, texts: ErrorTexts): FormFailure {
  return { message: errorText(error, texts), fields: fieldTexts(error), isUnanswered: isNetworkFailure(error) }
}
