import './locale'
import { string, type StringSchema } from 'yup'
import { TEXT_AS_SENT_FACTOR } from './fields'
import { EARLIEST_YEAR, LIFESPAN_MAX_YEARS } from './limits'

/**
 * Days of a life. On the wire a day is `YYYY-MM-DD`; forms hold the same text with the parts as typed (`1945-5-9`),
 * so one schema checks both. No `Date` is made of a day: west of UTC that shifts it by one.
 */

export const DATES_NOT_NUMBERS = 'Пожалуйста, заполните все поля дат корректными числами.'
export const MONTH_OUT_OF_RANGE = 'Месяц должен быть в диапазоне от 1 до 12.'
export const DAY_OUT_OF_RANGE = 'День должен быть в диапазоне от 1 до 31.'
export const BIRTH_DATE_INVALID = 'Некорректная дата рождения.'
export const DEATH_DATE_INVALID = 'Некорректная дата смерти.'
export const BIRTH_NOT_BEFORE_DEATH = 'Дата рождения должна быть раньше даты смерти'
/** The same rule where dates are edited: there the sentence ends with a full stop. */
export const EDITED_BIRTH_NOT_BEFORE_DEATH = 'Дата рождения должна быть раньше даты смерти.'
export const DEATH_IN_FUTURE = 'Дата смерти не может быть в будущем'
export const LIFESPAN_TOO_LONG = 'Разница между датами не может быть более 130 лет'

export const DAY_MAX_LENGTH = 10

const DAY_AS_SENT_MAX_LENGTH = DAY_MAX_LENGTH * TEXT_AS_SENT_FACTOR

/** The latest Russian clock (Kamchatka): a death of "today" there is not in the future. */
const LATEST_RUSSIAN_OFFSET_HOURS = 12

/** The parts of a day, each the digits as typed. */
export interface DayParts {
  day: string
  month: string
  year: string
}

/** A day of a life. `invalidMessage` is said of a day the calendar lacks. */
export function lifeDay(invalidMessage: string): StringSchema<string> {
  return string()
    .transform((_value, original: unknown) => (isOfDaysLength(original) ? padDay(original.trim()) : original))
    .typeError(DATES_NOT_NUMBERS)
    .required(DATES_NOT_NUMBERS)
    .test('day', (text, { createError }) => {
      // Said once: that it is required is a rule of its own.
      if (text === '') return true
      const message = dayProblem(text, invalidMessage)
      return message === undefined || createError({ message })
    })
}

/** What is wrong between two valid days of one life, or undefined. */
export function lifespanProblem(birth: string, death: string, today: string = latestRussianDay()): string | undefined {
  if (!isDay(birth) || !isDay(death)) return undefined
  if (birth >= death) return BIRTH_NOT_BEFORE_DEATH
  if (death > today) return DEATH_IN_FUTURE
  if (death > yearsLater(birth, LIFESPAN_MAX_YEARS)) return LIFESPAN_TOO_LONG
  return undefined
}

export function partsOfDay(text: string): DayParts {
  const [year = '', month = '', day = ''] = text.split('-')
  return { day, month, year }
}

export function dayOfParts({ day, month, year }: DayParts): string {
  return day || month || year ? `${year}-${month}-${day}` : ''
}

/** Today in the zone where the day changes first in Russia, as `YYYY-MM-DD`. */
export function latestRussianDay(now: number = Date.now()): string {
  return new Date(now + LATEST_RUSSIAN_OFFSET_HOURS * 3_600_000).toISOString().slice(0, 10)
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

/** What is longer stays as it came, and is found to be no day. */
function isOfDaysLength(value: unknown): value is string {
  return typeof value === 'string' && value.length <= DAY_AS_SENT_MAX_LENGTH
}

function padDay(text: string): string {
  const { day, month, year } = partsOfDay(text)
  if (!/^\d{4}-\d{1,2}-\d{1,2}$/.test(text)) return text
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** The same calendar day some years later, as sortable text (29 February stays so, which only matters for sorting). */
function yearsLater(day: string, years: number): string {
  const { year, month, day: dayOfMonth } = partsOfDay(day)
  return `${String(Number(year) + years).padStart(4, '0')}-${month}-${dayOfMonth}`
}
