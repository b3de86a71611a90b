import type { IncomingMessage, ServerResponse } from 'node:http'
import fastJson from 'fast-json-stringify'
import type { FastifyBaseLogger, FastifyInstance, FastifyTypeProvider, RawServerDefault } from 'fastify'
import fp from 'fastify-plugin'
import { type InferType, object, type ObjectSchema, type Schema, ValidationError } from 'yup'
import type { ValidationIssue } from '@contract/errors'
import { recordId } from '@contract/fields'
import { invalid, notFound } from '../lib/api-error'
import { toJsonSchema } from '../lib/json-schema'

/** Routes are typed by the contract's schemas: what the handler gets in and may give out. */
export interface ContractTypes extends FastifyTypeProvider {
  validator: this['schema'] extends Schema ? InferType<this['schema']> : unknown
  serializer: this['schema'] extends Schema ? InferType<this['schema']> : unknown
}

export type Api = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, ContractTypes>

/** A group of routes. */
export type Routes = (api: Api) => void

/** The parameter of a path that names one thing by its id. */
export const byId = object({ id: recordId().required() })

const PARTS: Record<string, string> = { body: 'body', querystring: 'query', params: 'path' }

/** Requests are checked, and answers serialised, by the same Yup schemas that the browser's forms use. */
export const contract = fp((app, _options, done) => {
  app.setValidatorCompiler<Schema>(({ schema, httpPart = 'body' }) => (data: unknown) => {
    try {
      return { value: validate(schema, data, PARTS[httpPart] ?? httpPart) as unknown }
    } catch (error) {
      return { error: error as Error }
    }
  })
  app.setSerializerCompiler<Schema>(({ schema }) => fastJson(toJsonSchema(schema) as Parameters<typeof fastJson>[0]))
  done()
})

/** The cleaned value. Throws the 422 answer that names every failed rule; an id in a path that is none is a 404. */
export function validate<S extends Schema>(schema: S, data: unknown, part: string): InferType<S> {
  try {
    return schema.validateSync(withoutRiddles(schema, data ?? {}), { abortEarly: false, stripUnknown: true })
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    if (part === 'path') throw notFound()
    throw invalid(issuesOf(error, part))
  }
}

/** Types of which a list or an object can never be a value. */
const SINGLE_VALUES = ['string', 'number', 'boolean']
const NO_VALUE = Object.freeze({})

/**
 * What a schema names, and nothing else: Yup goes through all that there is. And it turns what should be one value into
 * text, which takes seconds for a thousand lists within lists, and which `{"toString": 1}` cannot be turned into.
 */
function withoutRiddles(schema: Schema, data: unknown): unknown {
  if (schema.type !== 'object' || typeof data !== 'object' || data === null || Array.isArray(data)) return data
  const { fields } = schema as unknown as ObjectSchema<Record<string, unknown>>
  const named: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(fields)) {
    if (!Object.hasOwn(data, name)) continue
    const value = (data as Record<string, unknown>)[name]
    const isRiddle = typeof value === 'object' && value !== null
    named[name] = isRiddle && 'type' in field && SINGLE_VALUES.includes(String(field.type)) ? NO_VALUE : value
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
