import {
  RESET_PASSWORD_BAD_TOKEN,
  RESET_PASSWORD_INVALID_PASSWORD,
  RESET_PASSWORD_TOO_MANY_REQUESTS,
  USER_NOT_FOUND,
} from '@contract/errors'
import { errorText, fieldTexts } from '@client/api/errors'
import type { FormFailure } from '@client/ui/form/Form'
import { invalidPasswordReason } from './invalid-password'

const NO_SUCH_USER = 'Пользователь с таким email не найден.'
const TOO_MANY_REQUESTS = 'Слишком много запросов. Попробуйте позже.'
const LETTER_FAILED = 'Не удалось отправить письмо. Пожалуйста, попробуйте позже.'

const RESET_FAILED = 'Ошибка при сбросе пароля. Возможно, токен устарел или недействителен.'
const PASSWORD_REFUSED = 'Пароль не изменён: выберите, пожалуйста, другой.'

/** The error of the form if no letter was sent. */
export function letterFailure(error: unknown): FormFailure {
  const codes = {
    [USER_NOT_FOUND]: NO_SUCH_USER,
    [RESET_PASSWORD_BAD_TOKEN]: NO_SUCH_USER,
    [RESET_PASSWORD_TOO_MANY_REQUESTS]: TOO_MANY_REQUESTS,
  }
  return { message: errorText(error, { codes, fallback: LETTER_FAILED }), fields: fieldTexts(error) }
}

/** The error of the form if the password was not changed. If the new password was rejected, the reason is at its field. */
export function resetFailure(error: unknown): FormFailure {
  const { token, password = invalidPasswordReason(error, RESET_PASSWORD_INVALID_PASSWORD) } = fieldTexts(error)
  if (password) return { message: PASSWORD_REFUSED, fields: { password } }
  // Details about a malformed token mean nothing to a visitor who followed a link.
  if (token) return { message: RESET_FAILED }
  return { message: errorText(error, { fallback: RESET_FAILED }) }
}
