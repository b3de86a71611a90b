import { MEMORIAL_LABELS } from '@contract/memorial'
import { errorText, issueField, validationIssues } from '@client/api/errors'
import type { FormFailure } from '@client/ui/form/Form'

const UNKNOWN_FAILURE = 'Произошла неизвестная ошибка.'

/** Why a memorial was not created: the first failed rule with its field, or the server's sentence. */
export function creationFailure(error: unknown): FormFailure {
  const [issue] = validationIssues(error)
  if (!issue) return { message: errorText(error, { fallback: UNKNOWN_FAILURE }) }

  const field = issueField(issue)
  const label = MEMORIAL_LABELS[field as keyof typeof MEMORIAL_LABELS] ?? field
  return { message: `Ошибка в поле ${label}: ${issue.msg}`, fields: { [field]: issue.msg } }
}
