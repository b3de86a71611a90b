import {
  BIRTH_DATE_INVALID,
  DATES_NOT_NUMBERS,
  DAY_OUT_OF_RANGE,
  knownText,
  lastDay,
  MONTH_OUT_OF_RANGE,
  readDay,
} from '@contract/days'
import { instantsOfDay } from '@contract/history'
import type { Precision } from '@contract/memorial-terms'

it.each<[string, Precision, string]>([
  ['1945-05-09', 'day', '1945-05-09'],
  ['1945-5-9', 'day', '1945-05-09'],
  ['1945-5-', 'month', '1945-05-01'],
  ['1945-05', 'month', '1945-05-01'],
  ['1945-05-09', 'month', '1945-05-01'],
  ['1945--', 'year', '1945-01-01'],
  ['1945', 'year', '1945-01-01'],
  ['1945-05-09', 'year', '1945-01-01'],
  ['1945--', 'about', '1945-01-01'],
])('reads %j, known to the %s, as its first day', (text, precision, day) => {
  expect(readDay(text, precision, BIRTH_DATE_INVALID)).toEqual({ day })
})

it.each<[string, Precision, string]>([
  ['1945-05', 'day', DATES_NOT_NUMBERS],
  ['1945--', 'month', DATES_NOT_NUMBERS],
  ['945--', 'year', DATES_NOT_NUMBERS],
  ['1945-05-09-', 'year', DATES_NOT_NUMBERS],
  ['1945-13-', 'month', MONTH_OUT_OF_RANGE],
  ['1945-05-32', 'year', DAY_OUT_OF_RANGE],
  ['1945-02-30', 'about', BIRTH_DATE_INVALID],
  ['0999--', 'year', BIRTH_DATE_INVALID],
])('says what is wrong with %j, known to the %s', (text, precision, problem) => {
  expect(readDay(text, precision, BIRTH_DATE_INVALID)).toEqual({ problem })
})

it.each<[string, Precision, string]>([
  ['1912-05-09', 'day', '1912-05-09'],
  ['1912-02-01', 'month', '1912-02-29'],
  ['1912-01-01', 'year', '1912-12-31'],
  ['1912-01-01', 'about', '1912-12-31'],
])('knows that %s, known to the %s, is at the latest %s', (day, precision, last) => {
  expect(lastDay(day, precision)).toBe(last)
})

it.each<[string | null, Precision, string]>([
  ['1912-05-09', 'day', '1912-05-09'],
  ['1912-05-01', 'month', '1912-05-'],
  ['1912-01-01', 'about', '1912--'],
  [null, 'unknown', ''],
])('puts no part of %s into a form that is not known (%s)', (date, precision, text) => {
  expect(knownText(date, precision)).toBe(text)
})

it.each([
  ['Europe/Moscow', '2026-11-29', '2026-11-28T21:00:00.000Z', '2026-11-29T21:00:00.000Z'],
  ['UTC', '2026-11-29', '2026-11-29T00:00:00.000Z', '2026-11-30T00:00:00.000Z'],
  ['Pacific/Kiritimati', '2026-11-29', '2026-11-28T10:00:00.000Z', '2026-11-29T10:00:00.000Z'],
  ['Pacific/Pago_Pago', '2026-11-29', '2026-11-29T11:00:00.000Z', '2026-11-30T11:00:00.000Z'],
  // Of 23 and of 25 hours.
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
  // A day that was left out.
  ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z', '2011-12-30T10:00:00.000Z'],
])('knows when in %s %s begins and ends', (zone, day, from, to) => {
  expect(instantsOfDay(day, zone)).toEqual({ from: new Date(from), to: new Date(to) })
})
