import { type ApiFailure, errorText, okOrNotFound } from '@client/api/errors'
import type { ActionOutcome } from '@client/ui/ConfirmButton'

export const ACCESS_FAILED = 'Не получилось. Пожалуйста, попробуйте ещё раз.'

/** A request that is not found was decided elsewhere. */
export function accessOutcome({ error }: { error?: ApiFailure }, message: string): ActionOutcome {
  return okOrNotFound(error)
    ? { isDone: true, message }
    : { isDone: false, message: errorText(error, { fallback: ACCESS_FAILED }) }
}
