import { setImmediate as otherWork } from 'node:timers/promises'
import fastJson from 'fast-json-stringify'
import type { FastifyReply } from 'fastify'
import fp from 'fastify-plugin'
import type { Schema } from 'yup'
import { toJsonSchema } from '../lib/json-schema'
import { validate } from '../lib/validate'

/** About five milliseconds of work. */
const ITEMS_WITHOUT_PAUSE = 500

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

/**
 * Returns a function that sends `{ result: items }` for lists of any length: items are serialised by their schema in
 * chunks, and other requests are served in between.
 */
export function listSender<Item>(
  itemSchema: Schema<Item>,
): (reply: FastifyReply, items: readonly Item[]) => Promise<FastifyReply> {
  const serialize = serializerOf(itemSchema)
  return async (reply, items) => {
    const chunks: Buffer[] = []
    for (let from = 0; from < items.length; from += ITEMS_WITHOUT_PAUSE) {
      if (from > 0) await otherWork()
      const chunk = items.slice(from, from + ITEMS_WITHOUT_PAUSE).map((item) => serialize(item))
      chunks.push(Buffer.from(`${from > 0 ? ',' : ''}${chunk.join(',')}`))
    }
    const body = Buffer.concat([Buffer.from('{"result":['), ...chunks, Buffer.from(']}')])
    return reply.type('application/json; charset=utf-8').send(body)
  }
}
