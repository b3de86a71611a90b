import { array, boolean, type InferType, number, object, string } from 'yup'
import { MEMORIAL_LABELS } from './memorial-terms'

/** POST /memorial/import: many pages from one table. */

/** The headings of a table, in any order, and the fields that they stand for. `photo` is the name of a file in the ZIP. */
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

/** Without these headings it is no table of people. */
export const IMPORT_MUST = [MEMORIAL_LABELS.lastname, MEMORIAL_LABELS.name] as const

/** Pages of one import. */
export const IMPORT_ROWS_MAX = 100_000
export const IMPORT_COLUMNS_MAX = 100
export const IMPORT_TABLE_MAX_BYTES = 20 * 1024 ** 2
/** A family tree is read in one go. */
export const IMPORT_TREE_MAX_BYTES = 4 * 1024 ** 2
export const IMPORT_PHOTOS_MAX_BYTES = 4 * 1024 ** 3
/** A taken archive is never larger, however much storage the account may spend. */
export const IMPORT_ARCHIVE_MAX_BYTES = 16 * 1024 ** 3
/** data.json of a taken page is read in one go too. */
export const IMPORT_PAGE_DATA_MAX_BYTES = 32 * 1024 ** 2
/** Words of one taken page. */
export const IMPORT_WORDS_MAX = 20_000
/** Relatives that one taken page names. */
export const IMPORT_RELATIONS_MAX = 1000

export const importQuerySchema = object({ dry_run: boolean().default(false) })

/** What is wrong with one row. `row` is its line in the file (headings are 1), of a taken archive the number of the page. */
export const importProblemSchema = object({
  row: number().integer().required(),
  field: string().required(),
  msg: string().required(),
})
export type ImportProblem = InferType<typeof importProblemSchema>

/** What an import would do. Each of the `rows` needs a place. */
export const importTrialSchema = object({
  rows: number().integer().required(),
  ready: number().integer().required(),
  problems: array(importProblemSchema).required(),
  /** People who seem to have a page of the account already, or to be in the file twice. They hinder nothing. */
  warnings: array(importProblemSchema).required(),
  /** How many of those that are ready everybody will see. */
  public_pages: number().integer().required(),
  /** How many pages the account may still make. */
  places_left: number().integer().required(),
})
export type ImportTrial = InferType<typeof importTrialSchema>

export const importedSchema = object({ created: number().integer().required() })
export type Imported = InferType<typeof importedSchema>
