import swagger from '@fastify/swagger'
import type { FastifySchema } from 'fastify'
import fp from 'fastify-plugin'
import { isSchema, type Schema } from 'yup'
import { API_BASE_PATH } from '@contract/paths'
import { toJsonSchema } from '../lib/json-schema'

/** What a route says of itself beside its schemas. */

declare module 'fastify' {
  interface FastifySchema {
    summary?: string
    tags?: readonly string[]
    consumes?: readonly string[]
    /** Left out of the OpenAPI document. */
    hide?: boolean
  }
}

const PARTS = ['body', 'querystring', 'params'] as const

/** GET /api/v1/openapi.json: the document of all calls, drawn from the schemas that check and serialise them. */
export const openapi = fp<{ siteName: string; version: string }>(async (app, { siteName, version }) => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: siteName, version },
      components: { securitySchemes: { account: { type: 'http', scheme: 'bearer' } } },
    },
    transform: ({ schema, url }) => ({ schema: described(schema), url }),
  })
  app.get(`${API_BASE_PATH}/openapi.json`, { schema: { hide: true } }, (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(app.swagger()),
  )
})

function described(schema: FastifySchema | undefined): FastifySchema {
  const description: Record<string, unknown> = { ...schema }
  for (const part of PARTS) {
    const declared = schema?.[part]
    if (isSchema(declared)) description[part] = toJsonSchema(declared)
  }
  if (schema?.response) {
    const answers = Object.entries(schema.response).filter((answer): answer is [string, Schema] => isSchema(answer[1]))
    description.response = Object.fromEntries(answers.map(([status, answer]) => [status, toJsonSchema(answer)]))
  }
  return description
}
