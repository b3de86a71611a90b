import { errorStatus, errorText, fieldTexts, isNetworkFailure } from '@client/api/errors'
import type { FormFailure } from '@client/ui/form/Form'

const WRONG_SECRET_STATUS = 400

export interface ConfirmationTexts {
  /** The field of the password or PIN that confirms the change; a 400 is about it. */
  secret: string
  /** What failed, as the beginning of a sentence: 'Пароль не изменён'. */
  failed: string
}

/** The failure of a form that has to be confirmed by a password or PIN. Errors of a field are shown at the field. */
export function confirmationFailure(error: unknown, { secret, failed }: ConfirmationTexts): FormFailure {
  const fallback = `${failed}. Пожалуйста, попробуйте позже.`
  const text = errorText(error, { fallback })
  const fields =
    errorStatus(error) === WRONG_SECRET_STATUS && text !== fallback ? { [secret]: text } : fieldTexts(error)
  if (Object.keys(fields).length === 0) return { message: text, isUnanswered: isNetworkFailure(error) }
  return { message: `${failed}. Исправьте, пожалуйста, отмеченное поле.`, fields }
}
