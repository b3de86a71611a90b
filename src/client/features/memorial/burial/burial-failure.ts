import { BURIAL_LABELS } from '@contract/burial'
import { errorStatus, errorText, issueField, validationIssues } from '@client/api/errors'
import type { FormFailure } from '@client/ui/form/Form'

const SAVING_FAILED = 'Ошибка при сохранении информации.'
const SAVED_ELSEWHERE =
  'Место захоронения уже сохранено в другом окне. Если сохранить ещё раз, останется то, что здесь.'

/** Too large, and no picture at all. */
const PHOTO_STATUSES = [413, 415]
const CONFLICT_STATUS = 409

/** What the form says when the server did not take the burial place. */
export function savingFailure(error: unknown): FormFailure {
  if (errorStatus(error) === CONFLICT_STATUS) return { message: SAVED_ELSEWHERE }
  return { message: SAVING_FAILED, fields: { ...photoRefusal(error), ...refusedFields(error) } }
}

export function isSessionGone(error: unknown): boolean {
  return errorStatus(error) === 401
}

function photoRefusal(error: unknown): Record<string, string> {
  if (!PHOTO_STATUSES.includes(errorStatus(error) ?? 0)) return {}
  return { burial_photo_file: errorText(error, { fallback: SAVING_FAILED }) }
}

function refusedFields(error: unknown): Record<string, string> {
  const issues = validationIssues(error).filter((issue) => issueField(issue) in BURIAL_LABELS)
  return Object.fromEntries(issues.map((issue) => [issueField(issue), issue.msg]))
}
