import { array, boolean, type InferType, mixed, number, object, string } from 'yup'
import { type Expected, expectedField } from './expected'
import { lineOfText, longText, personName, recordId, REQUIRED, wholeNumber, yearOrNone } from './fields'
import { birthDate, DAY_MAX_LENGTH, deathDate, EDITED_BIRTH_NOT_BEFORE_DEATH, precisionField } from './life-dates'
import {
  BIOGRAPHY_MAX_LENGTH,
  MY_MEMORIALS_MAX,
  NAME_MAX_LENGTH,
  PAGE_SIZE,
  PAGE_SIZE_MAX,
  SEARCH_MAX_LENGTH,
} from './limits'
import {
  ADVANCED,
  BASIC,
  CLOSED_BY,
  KEEPER_ROLES,
  MEMORIAL_LABELS,
  MEMORIAL_REQUIRED,
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
export const EXPECTED_OF_MEMORIAL = [
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
 * A whole memorial. `candles` is the total number ever lit, possibly a minute old. `role` is that of the current user.
 * Only keepers get the two sizes (bytes), the rotation of the portrait (degrees clockwise) and its crop from the
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
  candles: number().integer().required(),
  closed_reason: string(),
  closed_by: string().oneOf(CLOSED_BY),
  role: string().oneOf(KEEPER_ROLES).nullable().defined(),
})
export type Memorial = InferType<typeof memorialSchema>

/**
 * A page of a public list. `forgiving` is present, and true, when nothing matched `q` as typed, and these are similar.
 */
export const memorialPageSchema = object({
  result: array(memorialCardSchema).required(),
  total: number().integer().required(),
  forgiving: boolean(),
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
 * of a word in a name, and years.
 */
export const myMemorialsQuerySchema = object({
  offset: wholeNumber(0),
  limit: wholeNumber(1, MY_MEMORIALS_MAX),
  q: lineOfText('Поиск', SEARCH_MAX_LENGTH),
})
export type MyMemorialsQuery = InferType<typeof myMemorialsQuerySchema>

/**
 * The query of both public lists. `q` is the search box: words of a name and years in any order. Without `sort_by`,
 * matches of `q` are sorted by similarity, everything else by surname.
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
