import { EARLIEST_YEAR } from './limits'
import type { Precision } from './memorial-terms'

/**
 * Days of a life. In the API a day is `YYYY-MM-DD`; forms hold the same text with the fields as typed (`1945-5-9`, or
 * `1945--` where only the year is requested), so one schema checks both. Never make a `Date` from a day: west of UTC it
 * becomes the day before.
 */

export const DATES_NOT_NUMBERS = 'Пожалуйста, заполните все поля дат корректными числами.'
export const MONTH_OUT_OF_RANGE = 'Месяц должен быть в диапазоне от 1 до 12.'
export const DAY_OUT_OF_RANGE = 'День должен быть в диапазоне от 1 до 31.'
export const BIRTH_DATE_INVALID = 'Некорректная дата рождения.'
export const DEATH_DATE_INVALID = 'Некорректная дата смерти.'

/** Moscow time: the server and every browser must use the same day, in any time zone. */
const MOSCOW_OFFSET_HOURS = 3
/** The first Russian time zone in which a day starts: "today" there is not in the future. */
const LATEST_RUSSIAN_OFFSET_HOURS = 12

/** Day, month and year, with the digits as typed. */
export interface DayParts {
  day: string
  month: string
  year: string
}

/** The known fields of a date. An incomplete date is stored as its first possible day. */
export const KNOWN_PARTS: Record<Precision, readonly (keyof DayParts)[]> = {
  day: ['day', 'month', 'year'],
  month: ['month', 'year'],
  year: ['year'],
  about: ['year'],
  unknown: [],
}

/**
 * Parses a date of this precision: returns its first possible day, or what is wrong. Fields that the precision excludes
 * may be absent. `invalidMessage` is for a day that does not exist in the calendar.
 */
export function readDay(
  text: string,
  precision: Precision,
  invalidMessage: string,
): { day: string; problem?: undefined } | { day?: undefined; problem: string } {
  if (!/^\d{4}(-\d{0,2}){0,2}$/.test(text)) return { problem: DATES_NOT_NUMBERS }
  const typed = partsOfDay(text)
  const isKnown = (part: keyof DayParts) => KNOWN_PARTS[precision].includes(part)
  const month = typed.month || (isKnown('month') ? '' : '1')
  const day = typed.day || (isKnown('day') ? '' : '1')
  const problem = dayProblem(`${typed.year}-${month}-${day}`, invalidMessage)
  if (problem !== undefined) return { problem }
  return {
    day: paddedDay({ year: typed.year, month: isKnown('month') ? month : '1', day: isKnown('day') ? day : '1' }),
  }
}

/** The last possible day of a date. `about` a year counts as that year. */
export function lastDay(day: string, precision: Precision): string {
  const { year, month } = partsOfDay(day)
  if (precision === 'day') return day
  if (precision === 'month') return `${year}-${month}-${daysInMonth(Number(year), Number(month))}`
  return `${year}-12-31`
}

export function partsOfDay(text: string): DayParts {
  const [year = '', month = '', day = ''] = text.split('-')
  return { day, month, year }
}

export function dayOfParts({ day, month, year }: DayParts): string {
  return day || month || year ? `${year}-${month}-${day}` : ''
}

/** A stored date as form text, with only its known fields. */
export function knownText(date: string | null, precision: Precision): string {
  const parts = partsOfDay(date ?? '')
  const known = (part: keyof DayParts) => (KNOWN_PARTS[precision].includes(part) ? parts[part] : '')
  return dayOfParts({ day: known('day'), month: known('month'), year: known('year') })
}

/** After the day of death, which counts as the first. */
export const [NINTH_DAY_AFTER, FORTIETH_DAY_AFTER] = [8, 39]

/** The same calendar day some years later, as sortable text. 29 February stays: the text is only used for sorting. */
export function yearsLater(day: string, years: number): string {
  const { year, month, day: dayOfMonth } = partsOfDay(day)
  return `${String(Number(year) + years).padStart(4, '0')}-${month}-${dayOfMonth}`
}

/** How many years ago a day was, if this is its anniversary. That of 29 February is the last day of the month. */
export function anniversaryOf(day: string, today: string): number | undefined {
  if (!isDay(day)) return undefined
  const { year, month, day: dayOfMonth } = partsOfDay(today)
  const years = Number(year) - Number(day.slice(0, 4))
  const isSameDay = day.endsWith(`-${month}-${dayOfMonth}`)
  const isInstead = day.endsWith('-02-29') && today.endsWith('-02-28') && !isDay(`${year}-02-29`)
  return years > 0 && (isSameDay || isInstead) ? years : undefined
}

/** The day this many days later. */
export function daysLater(day: string, days: number): string {
  const { year, month, day: dayOfMonth } = partsOfDay(day)
  return new Date(Date.UTC(Number(year), Number(month) - 1, Number(dayOfMonth) + days)).toISOString().slice(0, 10)
}

/** Today in Russia's first time zone, as `YYYY-MM-DD`. */
export function latestRussianDay(now: number = Date.now()): string {
  return new Date(now + LATEST_RUSSIAN_OFFSET_HOURS * 3_600_000).toISOString().slice(0, 10)
}

/** Today, or the day of an instant in milliseconds, by Moscow's clock. */
export function moscowDay(now: number = Date.now()): string {
  return moscowTime(now).slice(0, 10)
}

/** The hour of the day, 0 to 23, by Moscow's clock. */
export function moscowHour(now: number = Date.now()): number {
  return Number(moscowTime(now).slice(11, 13))
}

function moscowTime(now: number): string {
  return new Date(now + MOSCOW_OFFSET_HOURS * 3_600_000).toISOString()
}

export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && dayProblem(text, BIRTH_DATE_INVALID) === undefined
}

function dayProblem(text: string, invalidMessage: string): string | undefined {
  const digits = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text)
  if (!digits) return DATES_NOT_NUMBERS
  const [year, month, day] = digits.slice(1).map(Number) as [number, number, number]
  if (month < 1 || month > 12) return MONTH_OUT_OF_RANGE
  if (day < 1 || day > 31) return DAY_OUT_OF_RANGE
  if (year < EARLIEST_YEAR || day > daysInMonth(year, month)) return invalidMessage
  return undefined
}

function daysInMonth(year: number, month: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return isLeap ? 29 : 28
}

function paddedDay({ year, month, day }: DayParts): string {
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}
