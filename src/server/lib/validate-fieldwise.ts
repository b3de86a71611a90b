import { type ObjectSchema, type Schema } from 'yup'

/** Longer texts are not worth caching; nor is anything that could be a secret. */
const CACHED_LENGTH_MAX = 32
const CACHED_PER_FIELD_MAX = 1000

interface Field {
  name: string
  schema: Schema
  /** The result for each text, or for a missing field. */
  results: Map<string | undefined, unknown>
}

/** Returns the cleaned value, or undefined where the schema itself has to say what is wrong. */
export type FieldwiseCheck = (data: unknown) => Record<string, unknown> | undefined

/**
 * For URL parameters. Validating an object by its schema takes longer than serving a request, and the same few values
 * recur: so each field is validated alone, and its result is cached. Undefined for a schema whose fields depend on each
 * other.
 */
export function fieldwise(schema: Schema): FieldwiseCheck | undefined {
  if (schema.type !== 'object' || schema.tests.length > 0) return undefined
  const fields = Object.entries((schema as unknown as ObjectSchema<Record<string, unknown>>).fields).map(
    ([name, field]): Field => ({ name, schema: field as Schema, results: new Map() }),
  )
  if (fields.some((field) => dependsOnOthers(field.schema))) return undefined

  return (data) => {
    const value: Record<string, unknown> = {}
    try {
      for (const field of fields) {
        const result = resultOf(field, textOf(data, field.name))
        if (result !== undefined) value[field.name] = result
      }
      return value
    } catch {
      return undefined
    }
  }
}

/** By `when` or by a reference. A field whose own test reads its siblings cannot be detected: queries have none. */
function dependsOnOthers(schema: Schema): boolean {
  const isReference = (value: unknown) => typeof value === 'object' && value !== null && 'key' in value
  return schema.deps.length > 0 || schema.describe().oneOf.some(isReference)
}

/** Throws for anything that is not a text. */
function textOf(data: unknown, name: string): string | undefined {
  if (typeof data !== 'object' || data === null || !Object.hasOwn(data, name)) return undefined
  const text = (data as Record<string, unknown>)[name]
  if (typeof text === 'string') return text
  throw new TypeError()
}

function resultOf({ schema, results }: Field, text: string | undefined): unknown {
  if (results.has(text)) return results.get(text)
  const result: unknown = schema.validateSync(text)
  if ((text?.length ?? 0) > CACHED_LENGTH_MAX) return result
  if (results.size >= CACHED_PER_FIELD_MAX) results.clear()
  results.set(text, result)
  return result
}
