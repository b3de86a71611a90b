import fastJson from 'fast-json-stringify'
import fp from 'fastify-plugin'
import type { Schema } from 'yup'
import { toJsonSchema } from '../lib/json-schema'
import { validate } from '../lib/validate'

const PARTS: Record<string, string> = { body: 'body', querystring: 'query', params: 'path' }

/** Validates requests and serialises responses with the Yup schemas that the browser's forms use too. */
export const contract = fp((app, _options, done) => {
  app.setValidatorCompiler<Schema>(({ schema, httpPart = 'body' }) => {
    return (data: unknown) => {
      try {
        return { value: validate(schema, data, PARTS[httpPart] ?? httpPart) as unknown }
      } catch (error) {
        return { error: error as Error }
      }
    }
  })
  app.setSerializerCompiler<Schema>(({ schema }) => serializerOf(schema))
  done()
})

/** Serialises a value to JSON by its schema in the contract, without the fields that the schema does not name. */
function serializerOf(schema: Schema): (value: unknown) => string {
  return fastJson(toJsonSchema(schema) as Parameters<typeof fastJson>[0])
}
