import { type InferType, type ObjectSchema, type Schema, ValidationError } from 'yup'
import type { ValidationIssue } from '@contract/errors'
import { invalid, notFound } from './api-error'

/**
 * Validates request data against a schema, and returns the cleaned value. `part` says where it came from: `body`, `query`
 * or `path`. Throws the 422 that names every failed rule; a malformed id in a path is a 404.
 */
export function validate<S extends Schema>(schema: S, data: unknown, part: string): InferType<S> {
  try {
    return schema.validateSync(onlyNamedFields(schema, data ?? {}), { abortEarly: false, stripUnknown: true })
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    if (part === 'path') throw notFound()
    throw invalid(issuesOf(error, part))
  }
}

/** Types whose values are never lists or objects. */
const SINGLE_VALUES = ['string', 'number', 'boolean']
const NO_VALUE = Object.freeze({})

/**
 * Picks the fields that a schema names: Yup would walk through all others too. A list or an object where a single value
 * belongs becomes an empty object: Yup turns it into text, which takes seconds for a thousand nested lists, and throws for
 * `{"toString": 1}`.
 */
function onlyNamedFields(schema: Schema, data: unknown): unknown {
  if (schema.type !== 'object' || typeof data !== 'object' || data === null || Array.isArray(data)) return data
  const { fields } = schema as unknown as ObjectSchema<Record<string, unknown>>
  const named: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(fields)) {
    if (!Object.hasOwn(data, name)) continue
    const value = (data as Record<string, unknown>)[name]
    const isObject = typeof value === 'object' && value !== null
    named[name] = isObject && 'type' in field && SINGLE_VALUES.includes(String(field.type)) ? NO_VALUE : value
  }
  return named
}

function issuesOf(error: ValidationError, part: string): ValidationIssue[] {
  const failures = error.inner.length > 0 ? error.inner : [error]
  return failures.map(({ path = '', type = 'value_error', message }) => ({
    type,
    loc: [part, ...path.split('.').filter(Boolean)],
    msg: message,
  }))
}
