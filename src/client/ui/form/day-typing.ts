import { DATES_NOT_NUMBERS, DAY_OUT_OF_RANGE, type DayParts, MONTH_OUT_OF_RANGE } from '@contract/days'

/** Typing a day into three inputs. */

export type DayPart = keyof DayParts

export const DAY_PARTS = [
  { part: 'day', label: 'День', length: 2 },
  { part: 'month', label: 'Месяц', length: 2 },
  { part: 'year', label: 'Год', length: 4 },
] as const satisfies { part: DayPart; label: string; length: number }[]

export function digitsOf(text: string, length: number): string {
  return text.replace(/\D/g, '').slice(0, length)
}

/** A complete day in pasted text: 9.5.1945, 09/05/1945, 1945-05-09. */
export function pastedDay(text: string): DayParts | undefined {
  const [, day, month, year] = /^\s*(\d{1,2})[./\s-](\d{1,2})[./\s-](\d{4})\D*$/.exec(text) ?? []
  if (day && month && year) return { day, month, year }
  const [, isoYear, isoMonth, isoDay] = /^\s*(\d{4})-(\d{1,2})-(\d{1,2})\s*$/.exec(text) ?? []
  return isoYear && isoMonth && isoDay ? { day: isoDay, month: isoMonth, year: isoYear } : undefined
}

/** Whether the error of a day is about this field, so that the right input is marked. */
export function isPartAtFault(part: DayPart, parts: DayParts, error: string | undefined): boolean {
  if (!error) return false
  if (error === DAY_OUT_OF_RANGE) return part === 'day'
  if (error === MONTH_OUT_OF_RANGE) return part === 'month'
  if (error !== DATES_NOT_NUMBERS) return true
  return part === 'year' ? parts.year.length < 4 : parts[part] === ''
}
