import { array, type InferType, mixed, number, object, string } from 'yup'
import { ITEM_LABELS } from './archive-kinds'
import { BURIAL_LABELS } from './burial'
import { consentVersionField } from './consent'
import { isDay } from './days'
import { lineOfText, longText, REQUIRED, wholeNumber } from './fields'
import { AUTHOR_MAX_LENGTH, BIOGRAPHY_MAX_LENGTH, EMAIL_MAX_LENGTH, PAGE_SIZE_MAX, PROPOSAL_NOTE_MAX_LENGTH } from './limits'
import { MEMORIAL_LABELS, type Precision, PRECISIONS } from './memorial-terms'
import { paths } from './paths'

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

export const PROPOSAL_EMPTY = 'Напишите, как правильно, или расскажите, что вы знаете.'
export const PROPOSED_FIELD_UNKNOWN = 'Это на странице уточнить нельзя.'
const AUTHOR_REQUIRED = 'Пожалуйста, напишите, как вас зовут.'
const FIELD_MAX_LENGTH = 60
const TOKEN_MAX_LENGTH = 256

const PROPOSAL_STATUSES = ['pending', 'accepted', 'rejected'] as const
export type ProposalStatus = (typeof PROPOSAL_STATUSES)[number]

/**
 * POST /memorial/{id}/proposals, a multipart form with a picture in `file` if there is one. `field` is a `what` of the history.
 * The rules of the field hold for `value` once it is known which one it is.
 */
export const proposalDraftSchema = object({
  field: lineOfText('field', FIELD_MAX_LENGTH).required(PROPOSED_FIELD_UNKNOWN),
  value: longText('value', BIOGRAPHY_MAX_LENGTH).default(''),
  precision: string().oneOf(PRECISIONS),
  note: longText('Что вы знаете', PROPOSAL_NOTE_MAX_LENGTH).default(''),
  author: lineOfText('Ваше имя', AUTHOR_MAX_LENGTH).required(AUTHOR_REQUIRED),
  author_email: lineOfText('E-mail', EMAIL_MAX_LENGTH).nullable(),
  consent_version: consentVersionField(),
})
export type ProposalDraft = InferType<typeof proposalDraftSchema>

/** `own_token` reads the proposal and takes it back; it is returned only here. */
export const proposedSchema = object({
  id: number().integer().required(),
  status: string().oneOf(PROPOSAL_STATUSES).required(),
  own_token: string().required(),
})
export type Proposed = InferType<typeof proposedSchema>

/** The page where its author reads a proposal, or takes it back. */
export function ownProposalPath(ownToken: string): string {
  return `${paths.ownProposal}?token=${ownToken}`
}

/** POST and DELETE /proposals/own. */
export const ownProposalSchema = object({
  own_token: lineOfText('own_token', TOKEN_MAX_LENGTH).required(REQUIRED('own_token')),
})

const value = () => mixed<Exclude<HistoryValue, null>>().nullable().defined()

/**
 * What its author reads of a proposal. `photo` is the root-relative URL of theirs until it is decided; `reply` the answer of the
 * keepers, if they gave one with their decision.
 */
export const writtenProposalSchema = object({
  id: number().integer().required(),
  memorial_id: number().integer().required(),
  memorial_name: string().required(),
  field: string().required(),
  value: value(),
  note: string().nullable().defined(),
  author: string().required(),
  photo: string().nullable().defined(),
  status: string().oneOf(PROPOSAL_STATUSES).required(),
  reply: string().nullable().defined(),
  created_at: string().required(),
})
export type WrittenProposal = InferType<typeof writtenProposalSchema>

/** A proposal that waits; `value` is null where its author only wrote a note. */
export const proposalSchema = writtenProposalSchema.omit(['status', 'reply']).shape({ current: value() })
export type Proposal = InferType<typeof proposalSchema>

/** Oldest first. */
export const proposalsSchema = object({
  result: array(proposalSchema).required(),
  total: number().integer().required(),
})
export type Proposals = InferType<typeof proposalsSchema>

/** POST /proposals/{id}/decide. `expected` is `current` as it was read. */
export const proposalDecisionSchema = object({
  decision: string().oneOf(['accepted', 'rejected'], 'Решение: accepted или rejected').required('Укажите решение'),
  expected: mixed<Exclude<HistoryValue, null>>({
    check: (given): given is Exclude<HistoryValue, null> => isHistoryValue(given),
  })
    .nullable()
    .typeError('expected: значение поля, как его прочитали'),
  note: longText('Ответ', PROPOSAL_NOTE_MAX_LENGTH).default(''),
})
export type ProposalDecision = InferType<typeof proposalDecisionSchema>

/** The changed thing, as the call answers that changes it: one of several shapes. */
export const changedThingSchema = mixed<object>().required().meta({ isAnyObject: true })
