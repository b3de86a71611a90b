import { EMAIL_INVALID } from '@contract/fields'
import { errorStatus, errorText, fieldTexts, isNetworkFailure, withReasonToWait } from '@client/api/errors'
import type { FormFailure } from '@client/ui/form/Form'
import { ADD_FAILED } from './add-failed'

const FIELDS_INVALID = 'Ошибка валидации данных. Проверьте заполненные поля.'
/** The form stores them in the tab, and restores them from there. */
const WORDS_STAY = 'Воспоминание и подпись сохранятся.'
const TOO_MANY = 'Слишком много запросов. Пожалуйста, попробуйте позже.'

/** The error of the form if a memory is rejected. Photos have limits of their own, which the server names. */
export function memoryFailure(error: unknown, { hadPhoto }: { hadPhoto: boolean }): FormFailure {
  switch (errorStatus(error)) {
    case 413:
    case 415:
      return { message: ADD_FAILED, fields: { file: errorText(error, { fallback: ADD_FAILED }) } }
    case 429:
      return { message: hadPhoto ? errorText(error, { fallback: TOO_MANY }) : TOO_MANY }
    case 422:
      return invalidFields(error)
    default:
      return { message: withReasonToWait(ADD_FAILED, error), isUnanswered: isNetworkFailure(error) }
  }
}

function invalidFields(error: unknown): FormFailure {
  const { consent_version: consent, ...named } = fieldTexts(error)
  const fields: Record<string, string> = consent ? { ...named, consent: `${consent} ${WORDS_STAY}` } : named
  if ('author_email' in fields) return { message: EMAIL_INVALID, fields: { ...fields, author_email: EMAIL_INVALID } }
  return { message: FIELDS_INVALID, fields }
}
