import './locale'
import { string, type StringSchema } from 'yup'
import {
  BIRTH_DATE_INVALID,
  DATES_NOT_NUMBERS,
  DEATH_DATE_INVALID,
  isDay,
  lastDay,
  latestRussianDay,
  readDay,
  yearsLater,
} from './days'
import { TEXT_AS_SENT_FACTOR } from './fields'
import type { Life } from './life'
import { LIFESPAN_MAX_YEARS } from './limits'
import { type Precision, PRECISIONS } from './memorial-terms'

/** The rules for the dates of birth and death, depending on their precision. */

export const BIRTH_NOT_BEFORE_DEATH = 'Дата рождения должна быть раньше даты смерти'
/** The same message in the form that edits dates: there it ends with a full stop. */
export const EDITED_BIRTH_NOT_BEFORE_DEATH = 'Дата рождения должна быть раньше даты смерти.'
export const BIRTH_IN_FUTURE = 'Дата рождения не может быть в будущем'
export const DEATH_IN_FUTURE = 'Дата смерти не может быть в будущем'
export const LIFESPAN_TOO_LONG = 'Разница между датами не может быть более 130 лет'
export const UNKNOWN_PRECISION = 'Неизвестная точность даты'

export const DAY_MAX_LENGTH = 10

const DAY_AS_SENT_MAX_LENGTH = DAY_MAX_LENGTH * TEXT_AS_SENT_FACTOR

/** The precision of a date. */
export function precisionField() {
  return string().oneOf(PRECISIONS, UNKNOWN_PRECISION)
}

/** The date of birth, with the precision in `birth_precision`. */
export function birthDate(): StringSchema<string | null> {
  return lifeDate('birth_precision', BIRTH_DATE_INVALID).test('not-to-come', BIRTH_IN_FUTURE, (birth, { parent }) => {
    // If the death is known, the birth is before it, and therefore not in the future.
    if ((parent as Partial<Life>).death_precision !== 'unknown') return true
    return (dayOrNone(birth) ?? '') <= latestRussianDay()
  })
}

/** The date of death, not before `birth_date`; `birthNotBefore` is the message when it is. */
export function deathDate(birthNotBefore: string = BIRTH_NOT_BEFORE_DEATH): StringSchema<string | null> {
  return lifeDate('death_precision', DEATH_DATE_INVALID).test('lifespan', (_death, { parent, createError }) => {
    const problem = lifespanProblem(parent as Life)
    if (problem === undefined) return true
    return createError({ message: problem === BIRTH_NOT_BEFORE_DEATH ? birthNotBefore : problem })
  })
}

/**
 * What is wrong between the dates of a life, as far as they are known, or undefined. An invalid date has its own
 * message.
 */
export function lifespanProblem(life: Life, today: string = latestRussianDay()): string | undefined {
  const [birth, death] = [dayOrNone(life.birth_date), dayOrNone(life.death_date)]
  if (birth && death && birth >= lastDay(death, life.death_precision)) return BIRTH_NOT_BEFORE_DEATH
  if (death && death > today) return DEATH_IN_FUTURE
  if (birth && death && death > yearsLater(lastDay(birth, life.birth_precision), LIFESPAN_MAX_YEARS))
    return LIFESPAN_TOO_LONG
  return undefined
}

/** A date of a life and its precision. Absent: not sent. */
export interface SentDate {
  date?: string | null
  precision?: Precision
}

/** The precision of a date after a change. A different date that is sent alone is known to the day. */
export function precisionAfter(sent: SentDate, stored: { date: string | null; precision: Precision }): Precision {
  if (sent.precision) return sent.precision
  if (sent.date === undefined) return stored.precision
  const text = sent.date?.trim() ?? ''
  const { day = text } = readDay(text, 'day', BIRTH_DATE_INVALID)
  return day === (stored.date ?? '') ? stored.precision : 'day'
}

/** Null if unknown. Otherwise `YYYY-MM-DD`, the first possible day. */
function lifeDate(precisionName: 'birth_precision' | 'death_precision', invalidMessage: string) {
  const schema = string()
    .typeError(DATES_NOT_NUMBERS)
    .test('day', (text, { parent, createError }) => {
      // Avoids a second message for an absent value: `required` has its own.
      if (!text) return true
      const { problem } = readDay(text, precisionOr((parent as Partial<Life>)[precisionName]), invalidMessage)
      return problem === undefined || createError({ message: problem })
    })
    .when(precisionName, ([precision]: unknown[], date: StringSchema) => {
      if (precision === 'unknown')
        return date
          .nullable()
          .transform(() => null)
          .default(null)
      return date
        .transform((_value, original: unknown) => {
          if (!isOfDaysLength(original)) return original
          const text = original.trim()
          return readDay(text, precisionOr(precision), invalidMessage).day ?? text
        })
        .required(DATES_NOT_NUMBERS)
    })
  return schema as StringSchema<string | null>
}

function dayOrNone(date: string | null | undefined): string | undefined {
  return date && isDay(date) ? date : undefined
}

/** An invalid precision has its own message. */
function precisionOr(value: unknown): Precision {
  return PRECISIONS.find((precision) => precision === value) ?? 'day'
}

/** Longer text is not transformed, and fails the check. */
function isOfDaysLength(value: unknown): value is string {
  return typeof value === 'string' && value.length <= DAY_AS_SENT_MAX_LENGTH
}
