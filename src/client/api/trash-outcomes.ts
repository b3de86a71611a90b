import { type ApiFailure, errorText, okOrNotFound } from './errors'

const FAILED = 'Не получилось. Пожалуйста, попробуйте ещё раз.'

interface Answer {
  error?: ApiFailure
}

/** The message after a restore from the trash. */
export function restoreOutcome({ error }: Answer) {
  if (!error) return { isDone: true, message: 'Возвращено на место' }
  return { isDone: false, message: errorText(error, { fallback: FAILED }) }
}

/** The same after a destruction. A 404 means that it was destroyed elsewhere. */
export function destroyOutcome({ error }: Answer) {
  if (okOrNotFound(error)) return { isDone: true, message: 'Удалено навсегда' }
  return { isDone: false, message: errorText(error, { fallback: FAILED }) }
}
