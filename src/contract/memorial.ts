import { array, boolean, type InferType, mixed, number, object, string, type StringSchema } from 'yup'
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
import { type Expected, expectedField } from './expected'
import {
  lineOfText,
  longText,
  personName,
  recordId,
  REQUIRED,
  TEXT_AS_SENT_FACTOR,
  wholeNumber,
  yearOrNone,
} from './fields'
import type { Life } from './life'
import {
  BIOGRAPHY_MAX_LENGTH,
  LIFESPAN_MAX_YEARS,
  MY_MEMORIALS_MAX,
  NAME_MAX_LENGTH,
  PAGE_SIZE,
  PAGE_SIZE_MAX,
  SEARCH_MAX_LENGTH,
} from './limits'
import './locale'
import {
  ADVANCED,
  BASIC,
  CLOSED_BY,
  KEEPER_ROLES,
  MEMORIAL_LABELS,
  MEMORIAL_REQUIRED,
  type Precision,
  PRECISIONS,
  SORT_FIELDS,
  SORT_ORDERS,
} from './memorial-terms'
import {
  PICTURE_TURNS,
  pictureCropSchema,
  type PortraitView,
  portraitViewFields,
  WHOLE_PORTRAIT,
} from './portrait-view'

/** The rules for the dates of birth and death, depending on their precision. */

export const BIRTH_NOT_BEFORE_DEATH = 'Дата рождения должна быть раньше даты смерти'
/** The same message in the form that edits dates: there it ends with a full stop. */
const EDITED_BIRTH_NOT_BEFORE_DEATH = 'Дата рождения должна быть раньше даты смерти.'
export const BIRTH_IN_FUTURE = 'Дата рождения не может быть в будущем'
export const DEATH_IN_FUTURE = 'Дата смерти не может быть в будущем'
export const LIFESPAN_TOO_LONG = 'Разница между датами не может быть более 130 лет'
export const UNKNOWN_PRECISION = 'Неизвестная точность даты'

const DAY_MAX_LENGTH = 10

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
function deathDate(birthNotBefore: string = BIRTH_NOT_BEFORE_DEATH): StringSchema<string | null> {
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
function lifespanProblem(life: Life, today: string = latestRussianDay()): string | undefined {
  const [birth, death] = [dayOrNone(life.birth_date), dayOrNone(life.death_date)]
  if (birth && death && birth >= lastDay(death, life.death_precision)) return BIRTH_NOT_BEFORE_DEATH
  if (death && death > today) return DEATH_IN_FUTURE
  if (birth && death && death > yearsLater(lastDay(birth, life.birth_precision), LIFESPAN_MAX_YEARS))
    return LIFESPAN_TOO_LONG
  return undefined
}

/** A date of a life and its precision. Absent: not sent. */
interface SentDate {
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

export * from './memorial-terms'

/** The body field that names the memorial. */
export const ofMemorialSchema = object({ memorial_id: recordId().required(MEMORIAL_REQUIRED) })

/** The form for a new memorial. The form and POST /memorial/create validate with this same schema. */
export const memorialDraftSchema = object({
  lastname: personName(MEMORIAL_LABELS.lastname).required(REQUIRED(MEMORIAL_LABELS.lastname)),
  name: personName(MEMORIAL_LABELS.name).required(REQUIRED(MEMORIAL_LABELS.name)),
  surname: personName(MEMORIAL_LABELS.surname).default(''),
  maiden_name: personName(MEMORIAL_LABELS.maiden_name).default(''),
  birth_date: birthDate(),
  birth_precision: precisionField().default('day'),
  death_date: deathDate(),
  death_precision: precisionField().default('day'),
  biography: longText(MEMORIAL_LABELS.biography, BIOGRAPHY_MAX_LENGTH).default(''),
  public_status: boolean().default(false),
  swo_status: boolean().default(false),
  indexable: boolean().default(true),
  rate_check: boolean().default(false),
})
export type MemorialDraft = InferType<typeof memorialDraftSchema>

/** Texts that may be empty in a draft, and are null in responses. */
export const OPTIONAL_TEXTS = ['surname', 'maiden_name', 'biography'] as const satisfies (keyof MemorialDraft)[]

/** The dates of a life in the owner's editor. */
export const lifeDatesSchema = object({
  birth_date: birthDate(),
  birth_precision: precisionField().default('day'),
  death_date: deathDate(EDITED_BIRTH_NOT_BEFORE_DEATH),
  death_precision: precisionField().default('day'),
})

/** A draft with the portrait chosen in the browser, and its crop. */
export const memorialFormSchema = memorialDraftSchema.shape({
  file: mixed<File>().nullable().default(null),
  view: mixed<PortraitView>().required().default(WHOLE_PORTRAIT),
})
export type MemorialForm = InferType<typeof memorialFormSchema>

/** POST /memorial/create: a draft, and the crop of its portrait. */
export const memorialCreationSchema = memorialDraftSchema.shape(portraitViewFields)
export type MemorialCreation = InferType<typeof memorialCreationSchema>

/** Fields that two keepers of a page may change concurrently. */
const EXPECTED_OF_MEMORIAL = [
  'lastname',
  'name',
  'surname',
  'maiden_name',
  'birth_date',
  'birth_precision',
  'death_date',
  'death_precision',
  'biography',
] as const satisfies (keyof MemorialDraft)[]
export type ExpectedOfMemorial = Expected<(typeof EXPECTED_OF_MEMORIAL)[number]>

/**
 * PATCH /memorial/update/{id}/. Absent fields stay; an empty optional text is cleared. The rules of a draft apply to
 * the result. A different date without its precision is known to the day.
 */
export const memorialChangeSchema = object({
  lastname: personName(MEMORIAL_LABELS.lastname),
  name: personName(MEMORIAL_LABELS.name),
  surname: personName(MEMORIAL_LABELS.surname),
  maiden_name: personName(MEMORIAL_LABELS.maiden_name),
  birth_date: lineOfText(MEMORIAL_LABELS.birth_date, DAY_MAX_LENGTH).nullable(),
  birth_precision: precisionField(),
  death_date: lineOfText(MEMORIAL_LABELS.death_date, DAY_MAX_LENGTH).nullable(),
  death_precision: precisionField(),
  biography: longText(MEMORIAL_LABELS.biography, BIOGRAPHY_MAX_LENGTH),
  public_status: boolean(),
  swo_status: boolean(),
  indexable: boolean(),
  keepers_decide: boolean(),
  expected: expectedField(EXPECTED_OF_MEMORIAL),
  ...portraitViewFields,
})
export type MemorialChange = InferType<typeof memorialChangeSchema>

/**
 * A memorial in lists. Days are `YYYY-MM-DD`: the first possible day of a date, or null if unknown. `photo_path` is a
 * root-relative URL. Its width and height (pixels), its muted tone ('#rrggbb') and its blurred preview (a `data:` URL)
 * are null while unknown.
 */
export const memorialCardSchema = object({
  id: number().integer().required(),
  lastname: string().required(),
  name: string().required(),
  surname: string().nullable().defined(),
  maiden_name: string().nullable().defined(),
  birth_date: string().nullable().defined(),
  birth_precision: string().oneOf(PRECISIONS).required(),
  death_date: string().nullable().defined(),
  death_precision: string().oneOf(PRECISIONS).required(),
  photo_path: string().nullable().defined(),
  photo_width: number().integer().nullable().defined(),
  photo_height: number().integer().nullable().defined(),
  photo_tone: string().nullable().defined(),
  photo_preview: string().nullable().defined(),
  swo_status: boolean().required(),
})
export type MemorialCard = InferType<typeof memorialCardSchema>

/**
 * A whole memorial. `candles` is the total number ever lit, possibly a minute old. `candle_day` is today's day, by Moscow's
 * clock, while a candle burns at the head of the page: one was lit today, or it is the anniversary of the death. `role` is that of the current user.
 * Only keepers get the two sizes (bytes), whether only they decide on words (`keepers_decide`), the rotation of the portrait (degrees clockwise) and its crop from the
 * original, and the reason why a page was taken down. A page that was taken down is visible only to them and to
 * moderators, regardless of its `public_status`. If `indexable` is false, search engines are asked to skip even a
 * public page.
 */
export const memorialSchema = memorialCardSchema.shape({
  user_id: number().integer().required(),
  biography: string().nullable().defined(),
  public_status: boolean().required(),
  indexable: boolean().required(),
  rate_check: boolean().required(),
  profile_rate: string().oneOf([BASIC, ADVANCED]).required(),
  photo_original_path: string().nullable(),
  photo_rotate: number().oneOf([...PICTURE_TURNS]),
  photo_crop: pictureCropSchema.default(undefined).nullable().optional(),
  media_storage_limit: number().integer(),
  used_storage_bytes: number().integer(),
  keepers_decide: boolean(),
  candles: number().integer().required(),
  candle_day: string().nullable().defined(),
  closed_reason: string(),
  closed_by: string().oneOf(CLOSED_BY),
  role: string().oneOf(KEEPER_ROLES).nullable().defined(),
})
export type Memorial = InferType<typeof memorialSchema>

/**
 * A page of a public list. `forgiving` is present, and true, when nothing matched `q` as typed, and these are similar;
 * `left_out` is present when no one matched all of `q`, and these match it without that word.
 */
export const memorialPageSchema = object({
  result: array(memorialCardSchema).required(),
  total: number().integer().required(),
  forgiving: boolean(),
  left_out: string(),
})
export type MemorialPage = InferType<typeof memorialPageSchema>

/**
 * The requested own memorials. `has_more` is present, and true, when there are more after these. The counts are present
 * when a page or a search was requested: `total` counts the matches, `in_all` all pages of the account: how many it
 * owns or keeps, how many it owns, and how many of its own are closed.
 */
export const myMemorialsSchema = object({
  result: array(memorialSchema).required(),
  has_more: boolean(),
  total: number().integer(),
  in_all: object({
    pages: number().integer().required(),
    own: number().integer().required(),
    own_closed: number().integer().required(),
  })
    .default(undefined)
    .optional(),
})
export type MyMemorials = InferType<typeof myMemorialsSchema>
/** The response to a request for a page or a search. */
export type MyMemorialsPage = MyMemorials & Required<Pick<MyMemorials, 'total' | 'in_all'>>

/**
 * The query of one's own memorials: without parameters all of them, up to a thousand. `q` is words, each the beginning
 * of a word in a name or in the burial place, and years.
 */
export const myMemorialsQuerySchema = object({
  offset: wholeNumber(0),
  limit: wholeNumber(1, MY_MEMORIALS_MAX),
  q: lineOfText('Поиск', SEARCH_MAX_LENGTH),
})
export type MyMemorialsQuery = InferType<typeof myMemorialsQuerySchema>

/**
 * The query of both public lists. `q` is the search box: words of a name and years in any order. Without `sort_by`,
 * matches of `q` are sorted by similarity, everything else by last name.
 */
export const memorialListQuerySchema = object({
  offset: wholeNumber(0).default(0),
  limit: wholeNumber(1, PAGE_SIZE_MAX).default(PAGE_SIZE),
  lastname: lineOfText(MEMORIAL_LABELS.lastname, NAME_MAX_LENGTH).default(''),
  name: lineOfText(MEMORIAL_LABELS.name, NAME_MAX_LENGTH).default(''),
  surname: lineOfText(MEMORIAL_LABELS.surname, NAME_MAX_LENGTH).default(''),
  q: lineOfText('Поиск', SEARCH_MAX_LENGTH).default(''),
  birth_year_from: yearOrNone(),
  birth_year_to: yearOrNone(),
  death_year_from: yearOrNone(),
  death_year_to: yearOrNone(),
  place: lineOfText('Место', SEARCH_MAX_LENGTH).default(''),
  sort_by: string().oneOf(SORT_FIELDS, 'Неизвестное поле сортировки'),
  sort_order: string().oneOf(SORT_ORDERS, 'Неизвестный порядок сортировки').default('asc'),
})
export type MemorialListQuery = InferType<typeof memorialListQuerySchema>
