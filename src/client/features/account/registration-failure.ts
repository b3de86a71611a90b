import { REGISTER_USER_ALREADY_EXISTS } from '@contract/errors'
import { errorText, issueField, validationIssues } from '@client/api/errors'
import type { FormFailure } from '@client/ui/form/Form'

const EMAIL_TAKEN = 'Пользователь с таким email уже существует'
const REGISTRATION_FAILED = 'Не удалось зарегистрироваться. Пожалуйста, попробуйте позже.'

/** What the form says when no account was made. */
export function registrationFailure(error: unknown): FormFailure {
  const issues = validationIssues(error)
  return {
    message: errorText(error, {
      codes: { [REGISTER_USER_ALREADY_EXISTS]: EMAIL_TAKEN },
      fallback: REGISTRATION_FAILED,
    }),
    fields: Object.fromEntries(issues.map((issue) => [issueField(issue), issue.msg])),
  }
}
