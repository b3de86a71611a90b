import './locale'
import { mixed, object, string } from 'yup'
import { parsedJson } from './portrait-view'

const EXPECTED_INVALID = 'Укажите прежние значения полей как JSON.'

/** Fields of something as they were read before they are changed; null or empty where there was nothing. */
export type Expected<Field extends string> = Partial<Record<Field, string | null>>

/**
 * The field `expected` of a change: `Expected` as JSON text. Where one of these fields is no longer so, and is to become
 * something else than it is, nothing is changed.
 */
export function expectedField<Field extends string>(fields: readonly Field[]) {
  const asRead = fields.map((field) => [field, string().strict().nullable()] as const)
  const schema = object(Object.fromEntries(asRead)).noUnknown().strict()
  return mixed<Expected<Field>>({ check: (value): value is Expected<Field> => schema.isValidSync(value) })
    .transform(parsedJson)
    .typeError(EXPECTED_INVALID)
}
