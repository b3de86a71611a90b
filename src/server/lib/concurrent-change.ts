import type { Expected } from '@contract/expected'
import { conflict } from './api-error'

const CHANGED_BY_OTHER = 'Пока вы меняли страницу, это же изменил ещё кто-то из тех, кто её хранит.'

/**
 * Refuses with 409 a change that would overwrite someone else's: a field no longer has its `expected` value, and is about
 * to get a different one. Read `now` under the lock of its page.
 */
export function refuseChangedByOther<Field extends string>({
  now,
  expected = {},
  wanted,
}: {
  now: Record<Field, unknown>
  expected: Expected<Field> | undefined
  wanted: Record<Field, unknown>
}): void {
  const fields = Object.keys(expected) as Field[]
  const isOverwritten = (field: Field) => (now[field] ?? '') !== (expected[field] ?? '') && now[field] !== wanted[field]
  if (fields.some(isOverwritten)) throw conflict(CHANGED_BY_OTHER)
}
