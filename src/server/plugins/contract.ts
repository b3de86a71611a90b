import type { IncomingMessage, ServerResponse } from 'node:http'
import fastJson from 'fast-json-stringify'
import type { FastifyBaseLogger, FastifyInstance, FastifyTypeProvider, RawServerDefault } from 'fastify'
import fp from 'fastify-plugin'
import { type InferType, object, type Schema, ValidationError } from 'yup'
import type { ValidationIssue } from '@contract/errors'
import { recordId, UNREADABLE_TEXT } from '@contract/fields'
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
    return schema.validateSync(data ?? {}, { abortEarly: false, stripUnknown: true })
  } catch (error) {
    // Yup turns what it is given into text. Neither `{"toString": 1}` nor ten thousand nested lists can be.
    const isBeyondYup = error instanceof TypeError || error instanceof RangeError
    if (isBeyondYup) throw invalid([{ type: 'type_error', loc: [part], msg: UNREADABLE_TEXT }])
    if (!(error instanceof ValidationError)) throw error
    if (part === 'path') throw notFound()
    throw invalid(issuesOf(error, part))
  }
}

function issuesOf(error: ValidationError, part: string): ValidationIssue[] {
  const failures = error.inner.length > 0 ? error.inner : [error]
  return failures.map(({ path = '', type = 'value_error', message }) => ({
    type,
    loc: [part, ...path.split('.').filter(Boolean)],
    msg: message,
  }))
}
