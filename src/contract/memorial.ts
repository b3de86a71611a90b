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

/** The field by which a body says which memorial it is about. */
export const ofMemorialSchema = object({ memorial_id: recordId().required(MEMORIAL_REQUIRED) })

/** What a person fills in to create a memorial. The form and POST /memorial/create validate with this same schema. */
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

/** Texts that a draft may leave empty. Answers have null in their place. */
export const OPTIONAL_TEXTS = ['surname', 'maiden_name', 'biography'] as const satisfies (keyof MemorialDraft)[]

/** The dates of a life, while their owner edits them. */
export const lifeDatesSchema = object({
  birth_date: birthDate(),
  birth_precision: precisionField().default('day'),
  death_date: deathDate(EDITED_BIRTH_NOT_BEFORE_DEATH),
  death_precision: precisionField().default('day'),
})

/** The same as a draft, with the portrait chosen in the browser, and how it is shown. */
export const memorialFormSchema = memorialDraftSchema.shape({
  file: mixed<File>().nullable().default(null),
  view: mixed<PortraitView>().required().default(WHOLE_PORTRAIT),
})
export type MemorialForm = InferType<typeof memorialFormSchema>

/** POST /memorial/create: a draft, and how its portrait is shown. */
export const memorialCreationSchema = memorialDraftSchema.shape(portraitViewFields)
export type MemorialCreation = InferType<typeof memorialCreationSchema>

/** Fields that two who keep a page may change at once. */
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
 * PATCH /memorial/update/{id}/. What is absent stays; an empty optional text is cleared. The rules of a draft hold for the
 * result. A different date without its precision is known to the day.
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
 * A memorial as lists show it. Days are `YYYY-MM-DD`: the first that a date may be, or null while nothing is known of it.
 * `photo_path` is a root-relative address. Its width and height (pixels),
 * its muted tone ('#rrggbb') and its blurred stand-in (a `data:` address) are null while they are not known.
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
 * A whole memorial. `candles` is how many were ever lit when it was answered, which may be a minute ago. `role` is what whoever asks is to it. Only those who keep it get the two sizes (bytes), how the portrait
 * was turned (degrees clockwise) and cropped from its original, and, of a page that was taken down, why. A page that was
 * taken down is read by them and by moderators only, whatever its `public_status`. Where `indexable` is false, search engines are asked to leave
 * even a public page out.
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

/** A page of a public list. `forgiving` is there, and true, when nothing was found by `q` as it was typed, and these are like it. */
export const memorialPageSchema = object({
  result: array(memorialCardSchema).required(),
  total: number().integer().required(),
  forgiving: boolean(),
})
export type MemorialPage = InferType<typeof memorialPageSchema>

/**
 * Of one's own memorials those that were asked for. `has_more` is there, and true, when there are more after these. The counts
 * are there when a page or a search was asked for: `total` is of those that match, `in_all` of all pages of the account: how many
 * it owns or keeps, how many it owns, and how many of its own are closed.
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
/** The answer to who asked for a page or searched. */
export type MyMemorialsPage = MyMemorials & Required<Pick<MyMemorials, 'total' | 'in_all'>>

/**
 * The query of one's own memorials: without it as many as there are, up to a thousand. `q` is words of a name, each of which
 * begins a part of it, and years.
 */
export const myMemorialsQuerySchema = object({
  offset: wholeNumber(0),
  limit: wholeNumber(1, MY_MEMORIALS_MAX),
  q: lineOfText('Поиск', SEARCH_MAX_LENGTH),
})
export type MyMemorialsQuery = InferType<typeof myMemorialsQuerySchema>

/**
 * The query of both public lists. `q` is the one box: words of a name and years in any order. Without `sort_by`, what was
 * found by `q` is sorted by likeness, and all else by surname.
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
