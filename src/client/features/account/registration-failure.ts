import { REGISTER_INVALID_PASSWORD, REGISTER_USER_ALREADY_EXISTS } from '@contract/errors'
import { errorText, fieldTexts } from '@client/api/errors'
import type { FormFailure } from '@client/ui/form/Form'
import { invalidPasswordReason } from './invalid-password'

const EMAIL_TAKEN = 'Пользователь с таким email уже существует'
const REGISTRATION_FAILED = 'Не удалось зарегистрироваться. Пожалуйста, попробуйте позже.'

/** What the form says when no account was made. */
export function registrationFailure(error: unknown): FormFailure {
  const { consent_version: consent, ...fields } = fieldTexts(error)
  if (consent) return { message: consent, fields: { ...fields, consent } }
  const message = errorText(error, {
    codes: { [REGISTER_USER_ALREADY_EXISTS]: EMAIL_TAKEN },
    fallback: REGISTRATION_FAILED,
  })
  const reason = invalidPasswordReason(error, REGISTER_INVALID_PASSWORD)
  return { message, fields: reason ? { password: reason } : fields }
}
