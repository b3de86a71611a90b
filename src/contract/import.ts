import { array, boolean, type InferType, mixed, number, object, string } from 'yup'
import { wholeNumber } from './fields'
import { MEMORIAL_LABELS } from './memorial-terms'
import { parsedJson } from './portrait-view'

/** POST /memorial/import: many pages from one table. */

/** The headings of a table, in any order, and their fields. `photo` is the name of a file in the ZIP. */
export const IMPORT_HEADINGS = {
  [MEMORIAL_LABELS.lastname]: 'lastname',
  [MEMORIAL_LABELS.name]: 'name',
  [MEMORIAL_LABELS.surname]: 'surname',
  [MEMORIAL_LABELS.maiden_name]: 'maiden_name',
  [MEMORIAL_LABELS.birth_date]: 'birth_date',
  [MEMORIAL_LABELS.death_date]: 'death_date',
  [MEMORIAL_LABELS.biography]: 'biography',
  Публичная: 'public_status',
  'Герой СВО': 'swo_status',
  Фото: 'photo',
} as const
export type ImportField = (typeof IMPORT_HEADINGS)[keyof typeof IMPORT_HEADINGS]

/** Without these headings it is not a table of people. */
export const IMPORT_MUST = [MEMORIAL_LABELS.lastname, MEMORIAL_LABELS.name] as const

/** The maximum number of pages per import. */
export const IMPORT_ROWS_MAX = 100_000
export const IMPORT_COLUMNS_MAX = 100
/** Of a table or a family tree, also of a tree in a ZIP: whatever the account may use. */
export const IMPORT_TABLE_MAX_BYTES = 20 * 1024 ** 2
/** The detail of the 413 for a larger one. Without it the limit is that of the account. */
export const IMPORT_TABLE_TOO_LARGE = `Файл больше ${IMPORT_TABLE_MAX_BYTES / 1024 ** 2} МБ: разделите его на несколько.`
export const IMPORT_PHOTOS_MAX_BYTES = 4 * 1024 ** 3
/** No exported archive is larger, however much storage the account may use. */
export const IMPORT_ARCHIVE_MAX_BYTES = 16 * 1024 ** 3
/** data.json of an exported page is read into memory as a whole too. */
export const IMPORT_PAGE_DATA_MAX_BYTES = 32 * 1024 ** 2
/** The maximum number of memories per exported page. */
export const IMPORT_MEMORIES_MAX = 20_000
/** The maximum number of relatives per exported page. */
export const IMPORT_RELATIONS_MAX = 1000

/** So long a trial may take before it is answered with 202, in seconds. */
const IMPORT_WAIT_MAX_SECONDS = 12

/**
 * `skip`: rows with problems are left out; without it one of them stops the import. `presumed`: people of a tree who were born
 * over 110 years ago are taken, though it does not state their death. `wait`: seconds until a trial is answered with 202.
 */
export const importQuerySchema = object({
  dry_run: boolean().default(false),
  skip: boolean().default(false),
  presumed: boolean().default(true),
  wait: wholeNumber(1, IMPORT_WAIT_MAX_SECONDS).default(IMPORT_WAIT_MAX_SECONDS),
})

/** The texts of a row that can be corrected without the file, as its cells would hold them. */
const correctedTextsSchema = object({
  lastname: string(),
  name: string(),
  surname: string(),
  maiden_name: string(),
  birth_date: string(),
  death_date: string(),
  public_status: string(),
  swo_status: string(),
  photo: string(),
})
export const IMPORT_CORRECTED = Object.keys(correctedTextsSchema.fields) as (keyof CorrectedTexts)[]
export type CorrectedTexts = InferType<typeof correctedTextsSchema>

/** Texts that replace those of a row of the file. Absent ones stay as the file has them. */
export interface ImportCorrection {
  row: number
  texts: CorrectedTexts
}

export const IMPORT_CORRECTIONS_MAX = 200
export const CORRECTED_TEXT_MAX_LENGTH = 200
const CORRECTIONS_MAX_LENGTH = 100_000
const CORRECTIONS_INVALID = `Исправлений может быть не больше ${IMPORT_CORRECTIONS_MAX}, в каждом — номер строки и тексты.`

/** The form field `corrections`: JSON text. */
export function correctionsField() {
  return mixed<ImportCorrection[]>({
    check: (value): value is ImportCorrection[] =>
      Array.isArray(value) && value.length <= IMPORT_CORRECTIONS_MAX && value.every(isCorrection),
  })
    .transform((value: unknown) =>
      typeof value === 'string' && value.length > CORRECTIONS_MAX_LENGTH ? value : parsedJson(value),
    )
    .typeError(CORRECTIONS_INVALID)
    .meta({ isList: true })
}

function isCorrection(value: unknown): boolean {
  const { row, texts } = (value ?? {}) as { row?: unknown; texts?: unknown }
  if (!Number.isSafeInteger(row) || typeof texts !== 'object' || texts === null) return false
  return Object.entries(texts).every(
    ([field, text]) =>
      IMPORT_CORRECTED.includes(field as keyof CorrectedTexts) &&
      typeof text === 'string' &&
      text.length <= CORRECTED_TEXT_MAX_LENGTH,
  )
}

/**
 * A problem in one row. `row` is its line in the file (headings are 1), or the number of the page in an exported
 * archive.
 */
const importProblemSchema = object({
  row: number().integer().required(),
  field: string().required(),
  msg: string().required(),
})
export type ImportProblem = InferType<typeof importProblemSchema>

/** The effect of an import. Each of the `rows` needs a free place, with `skip` each of the ready ones. */
export const importTrialSchema = object({
  rows: number().integer().required(),
  ready: number().integer().required(),
  problems: array(importProblemSchema).required(),
  /**
   * What does not prevent the import: what was not understood or left out, and, of the field `page`, people who seem to
   * have a page in the account already, or to be in the file twice.
   */
  warnings: array(importProblemSchema).required(),
  /** How many of the ready ones will be public. */
  public_pages: number().integer().required(),
  /** How many of the ready ones are taken from a tree that does not state their death. */
  presumed: number().integer().required(),
  /** The first rows with problems, as the file and its corrections have them. */
  to_correct: array(object({ row: number().integer().required(), texts: correctedTextsSchema.required() })).required(),
  /** How many more pages the account may create. */
  places_left: number().integer().required(),
})
export type ImportTrial = InferType<typeof importTrialSchema>

export const importedSchema = object({ created: number().integer().required() })
export type Imported = InferType<typeof importedSchema>

/** A trial that is not over yet. */
export const importBegunSchema = object({ id: string().required() })

const IMPORT_STATES = ['reading', 'done', 'failed'] as const

/** GET /memorial/import/{id}. `done` of `of` rows are checked, of 0 while their number is unknown. `detail` says why it failed. */
export const importProgressSchema = object({
  state: string().oneOf(IMPORT_STATES).required(),
  done: number().integer().required(),
  of: number().integer().required(),
  trial: importTrialSchema.default(undefined).optional(),
  detail: string(),
})
export type ImportProgress = InferType<typeof importProgressSchema>
