import fp from 'fastify-plugin'
import type { Schema } from 'yup'
import { serializerOf } from '../lib/json-schema'
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
