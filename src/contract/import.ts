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
export const IMPORT_TABLE_MAX_BYTES = 20 * 1024 ** 2
/** A family tree is read in one go. */
export const IMPORT_TREE_MAX_BYTES = 4 * 1024 ** 2
export const IMPORT_PHOTOS_MAX_BYTES = 4 * 1024 ** 3

export const importQuerySchema = object({ dry_run: boolean().default(false) })

/** What is wrong with one row. `row` is its line in the file: headings are 1. */
export const importProblemSchema = object({
  row: number().integer().required(),
  field: string().required(),
  msg: string().required(),
})
export type ImportProblem = InferType<typeof importProblemSchema>

/** What an import would do. */
export const importTrialSchema = object({
  rows: number().integer().required(),
  ready: number().integer().required(),
  problems: array(importProblemSchema).required(),
})
export type ImportTrial = InferType<typeof importTrialSchema>

export const importedSchema = object({ created: number().integer().required() })
