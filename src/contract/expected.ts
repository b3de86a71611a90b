import './locale'
import { mixed, object, string } from 'yup'
import { parsedJson } from './portrait-view'

const EXPECTED_INVALID = 'Укажите прежние значения полей как JSON.'

/** The base values of fields before a change, as the client read them; null or empty for none. */
export type Expected<Field extends string> = Partial<Record<Field, string | null>>

/**
 * The field `expected` of a change: `Expected` as JSON text. If one of these fields has changed since, and the new
 * value differs too, the whole change is rejected.
 */
export function expectedField<Field extends string>(fields: readonly Field[]) {
  const asRead = fields.map((field) => [field, string().strict().nullable()] as const)
  const schema = object(Object.fromEntries(asRead)).noUnknown().strict()
  return mixed<Expected<Field>>({ check: (value): value is Expected<Field> => schema.isValidSync(value) })
    .transform(parsedJson)
    .typeError(EXPECTED_INVALID)
}
