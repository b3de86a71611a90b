import { type DayParts, isDay, moscowDay, partsOfDay } from './days'
import { type Life, yearInWords } from './life'
import type { Precision } from './memorial-terms'

/**
 * The display of days. A day is `YYYY-MM-DD` text and is never put through `new Date(text)`: west of UTC that shifts
 * it.
 */

const DATES_UNKNOWN = 'Даты не указаны'
/** Next to the date that is known. */
export const DATE_UNKNOWN = 'дата неизвестна'

const MONTHS = [
  'январь',
  'февраль',
  'март',
  'апрель',
  'май',
  'июнь',
  'июль',
  'август',
  'сентябрь',
  'октябрь',
  'ноябрь',
  'декабрь',
] as const

const MONTHS_OF = [
  'января',
  'февраля',
  'марта',
  'апреля',
  'мая',
  'июня',
  'июля',
  'августа',
  'сентября',
  'октября',
  'ноября',
  'декабря',
] as const

/** 9 мая 1945, on pages; empty for invalid text. */
export function dayInWords(day: string | null | undefined): string {
  if (!day || !isDay(day)) return ''
  return `${dayOfYearInWords(day)} ${Number(partsOfDay(day).year)}`
}

/** The day in a Russian text: «Редакция от 9 мая 1945 года» has 1945-05-09. Undefined without one. */
export function dayOfWords(text: string): string | undefined {
  const [, day = '', month, year = ''] = /(?<!\d)(\d{1,2})\s([а-я]+)\s(\d{4})(?!\d)/u.exec(text) ?? []
  const number = MONTHS_OF.findIndex((name) => name === month) + 1
  const found = `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(found) ? found : undefined
}

/** 9 мая: a day of every year. */
export function dayOfYearInWords(day: string): string {
  const parts = partsOfDay(day)
  return `${Number(parts.day)} ${MONTHS_OF[Number(parts.month) - 1] ?? ''}`
}

/** 09.05.1945, on cards; empty for invalid text. */
export function dayInDigits(day: string | null | undefined): string {
  if (!day || !isDay(day)) return ''
  const parts = partsOfDay(day)
  return `${parts.day}.${parts.month}.${parts.year}`
}

/** A date on pages: «9 мая 1945», «май 1945», «1945», «около 1945»; empty if unknown. */
export function dateInWords(date: string | null, precision: Precision): string {
  return dateWrittenBy(dayInWords, ({ month, year }) => `${MONTHS[Number(month) - 1]} ${Number(year)}`, date, precision)
}

/** A date on cards: 09.05.1945, 05.1945, 1945, «около 1945»; empty if unknown. */
export function dateInDigits(date: string | null, precision: Precision): string {
  return dateWrittenBy(dayInDigits, ({ month, year }) => `${month}.${year}`, date, precision)
}

/** The dates of birth and death in digits: «около 1912 — 08.02.1993», with a text for unknown ones. */
export function lifeInDigits(life: Life): string {
  return lifeWrittenBy(dateInDigits, life)
}

/** The same in words: «май 1912 — 8 февраля 1993». */
export function lifeInWords(life: Life): string {
  return lifeWrittenBy(dateInWords, life)
}

/** The day of an instant (ISO 8601) in Moscow time, in words. */
export function dayOfInstantInWords(instant: string): string {
  const moment = Date.parse(instant)
  if (Number.isNaN(moment)) return ''
  return dayInWords(moscowDay(moment))
}

function dateWrittenBy(
  writeDay: (day: string | null) => string,
  writeMonth: (parts: DayParts) => string,
  date: string | null,
  precision: Precision,
): string {
  if (!date || !isDay(date)) return ''
  if (precision === 'month') return writeMonth(partsOfDay(date))
  // Cards from older offline copies have no precision: they are known to the day.
  return precision === 'year' || precision === 'about' ? yearInWords(date, precision) : writeDay(date)
}

function lifeWrittenBy(write: (date: string | null, precision: Precision) => string, life: Life): string {
  const isUnknown = life.birth_precision === 'unknown' && life.death_precision === 'unknown'
  const orUnknown = (date: string, precision: Precision) => date || (precision === 'unknown' ? DATE_UNKNOWN : '')
  const birth = orUnknown(write(life.birth_date, life.birth_precision), life.birth_precision)
  const death = orUnknown(write(life.death_date, life.death_precision), life.death_precision)
  return birth && death && !isUnknown ? `${birth} — ${death}` : DATES_UNKNOWN
}
