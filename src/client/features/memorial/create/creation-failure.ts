import { MEMORIAL_LABELS } from '@contract/memorial'
import { errorStatus, errorText, issueField, validationIssues } from '@client/api/errors'
import type { FormFailure } from '@client/ui/form/Form'

const UNKNOWN_ERROR = 'Произошла неизвестная ошибка.'

/** What the form says when the server did not take a memorial. */
export function creationFailure(error: unknown): FormFailure {
  const issue = validationIssues(error)[0]
  if (!issue) return { message: errorText(error, { fallback: UNKNOWN_ERROR }) }

  const field = issueField(issue)
  return {
    message: `Ошибка в поле ${labelOf(field)}: ${issue.msg}`,
    fields: field in MEMORIAL_LABELS ? { [field]: issue.msg } : undefined,
  }
}

export function isSessionGone(error: unknown): boolean {
  return errorStatus(error) === 401
}

function labelOf(field: string): string {
  return (MEMORIAL_LABELS as Record<string, string>)[field] ?? field
}
