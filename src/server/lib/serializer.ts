import fastJson from 'fast-json-stringify'
import type { Schema } from 'yup'
import { toJsonSchema } from './json-schema'

/** Serialises a value to JSON by its schema in the contract, without the fields that the schema does not name. */
export function serializerOf(schema: Schema): (value: unknown) => string {
  return fastJson(toJsonSchema(schema) as Parameters<typeof fastJson>[0])
}
