import { array, type InferType, mixed, number, object, string } from 'yup'
import { ITEM_LABELS } from './archive-kinds'
import { BURIAL_LABELS } from './burial'
import { isDay } from './days'
import { lineOfText, wholeNumber } from './fields'
import { PAGE_SIZE_MAX } from './limits'
import { MEMORIAL_LABELS, type Precision, PRECISIONS } from './memorial-terms'

export const HISTORY_PAGE_SIZE = 50

/** Names in the family's eyes: of those who have chosen no `display_name`, or whose name is not shown any more. */
export const NAMES_WITHOUT_NAME = {
  owner: 'Владелец',
  keeper: 'Хранитель',
  former: 'Бывший хранитель',
  moderator: 'Модератор',
} as const

/** A date and its precision change together. */
export interface DateInHistory {
  date: string | null
  precision: Precision
}

/** A value as the API gives it. */
export type HistoryValue = string | DateInHistory | null

/**
 * A change of one text or fact. `what` is the field: `biography`, `birth_date`, `burial.cemetery`, `burial.road.{id}.line`,
 * `photo.{id}.description`, `memory.{id}.description`. `at` is an instant; `restored_from` the revision whose `before` was
 * restored; `accepted_by` who accepted it, for what was proposed.
 */
export const revisionSchema = object({
  id: number().integer().required(),
  at: string().required(),
  who: string().required(),
  accepted_by: string().nullable().defined(),
  what: string().required(),
  before: mixed<Exclude<HistoryValue, null>>().nullable().defined(),
  after: mixed<Exclude<HistoryValue, null>>().nullable().defined(),
  restored_from: number().integer().nullable().defined(),
})
export type Revision = InferType<typeof revisionSchema>

/** GET /memorial/{id}/history, newest first. `total` counts all revisions of the page. */
export const historySchema = object({
  result: array(revisionSchema).required(),
  total: number().integer().required(),
})
export type History = InferType<typeof historySchema>

export const historyQuerySchema = object({
  offset: wholeNumber(0).default(0),
  limit: wholeNumber(1, PAGE_SIZE_MAX).default(HISTORY_PAGE_SIZE),
})

const DAY_INVALID = 'Укажите день в виде ГГГГ-ММ-ДД'
const ZONE_INVALID = 'Неизвестный часовой пояс'
const ZONE_MAX_LENGTH = 64
const DAY_LENGTH = 10
/** The names of IANA; an offset is none. */
const ZONE_NAME = /^[A-Za-z][\w+-]*(?:\/[\w+-]+)*$/

/** POST /memorial/{id}/history/restore-day: a day of the calendar in a time zone. */
export const restoredDaySchema = object({
  day: lineOfText('День', DAY_LENGTH)
    .required(DAY_INVALID)
    .test('day', DAY_INVALID, (day) => isDay(day)),
  time_zone: lineOfText('Часовой пояс', ZONE_MAX_LENGTH)
    .default('Europe/Moscow')
    .test('time-zone', ZONE_INVALID, (zone) => isTimeZone(zone)),
})
export type RestoredDay = InferType<typeof restoredDaySchema>

/** How many fields were restored, and the fields that the rules of today refuse: they stay. */
export const dayRestoredSchema = object({
  restored: number().integer().required(),
  refused: array(string().required()).required(),
})
export type DayRestored = InferType<typeof dayRestoredSchema>

const LABELS_OF_THINGS: Partial<Record<string, Record<string, string>>> = {
  burial: BURIAL_LABELS,
  memory: {
    description: 'Слова памяти',
    author: 'Подпись под словами памяти',
    reply: 'Ответ на слова памяти',
    voice_text: 'Текст записи голоса',
  },
  story: { text: 'Рассказ', question: 'Вопрос к рассказу', voice_text: 'Текст записи голоса' },
}

/** The name of a field for people: «Биография», «Кладбище», «Кто на снимке». */
export function labelOf(what: string): string {
  const [thing = ''] = what.split('.')
  const field = fieldOf(what)
  if (thing === 'photo' || thing === 'audio' || thing === 'video') {
    const { item, people } = ITEM_LABELS[thing]
    if (field === 'people') return people
    return field === 'date_text' ? `${item}: когда` : `${item}: подпись`
  }
  if (what.startsWith('burial.road.')) return 'Дорога: подпись'
  const labels: Record<string, string> = LABELS_OF_THINGS[thing] ?? MEMORIAL_LABELS
  return labels[field] ?? field
}

/** The last part of `photo.7.description`. */
export function fieldOf(what: string): string {
  return what.slice(what.lastIndexOf('.') + 1)
}

/** The day of the calendar on which an instant falls there, `YYYY-MM-DD`. */
export function dayInZone(at: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(at)
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')}`
}

const HOUR_MS = 3_600_000
/** The day of one zone begins and ends so much before or after that of UTC. */
const ZONES_MS = 15 * HOUR_MS

/** When a day begins there, and the next one. */
export function instantsOfDay(day: string, timeZone: string): { from: Date; to: Date } {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  return {
    from: firstInstant(midnight, (at) => dayInZone(at, timeZone) >= day),
    to: firstInstant(midnight + 24 * HOUR_MS, (at) => dayInZone(at, timeZone) > day),
  }
}

/** To the millisecond: the first instant near `around` at which it is so, when it is so from then on. */
function firstInstant(around: number, isSo: (at: Date) => boolean): Date {
  let [before, since] = [around - ZONES_MS, around + ZONES_MS]
  while (since - before > 1) {
    const between = Math.floor((before + since) / 2)
    if (isSo(new Date(between))) since = between
    else before = between
  }
  return new Date(since)
}

function isTimeZone(zone: string): boolean {
  if (!ZONE_NAME.test(zone)) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: zone }))
  } catch {
    return false
  }
}

/** Whether a value that was sent has the shape of one in the history. */
export function isHistoryValue(value: unknown): value is Exclude<HistoryValue, null> {
  if (typeof value === 'string') return true
  if (typeof value !== 'object' || value === null) return false
  const { date, precision, ...more } = value as Record<string, unknown>
  const isDate = date === null || typeof date === 'string'
  return isDate && PRECISIONS.some((each) => each === precision) && Object.keys(more).length === 0
}

/** The changed thing, as the call answers that changes it: one of several shapes. */
export const changedThingSchema = mixed<object>().required().meta({ isAnyObject: true })
