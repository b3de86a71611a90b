import { hash } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import swagger from '@fastify/swagger'
import type { FastifySchema, RouteOptions } from 'fastify'
import fp from 'fastify-plugin'
import { isSchema } from 'yup'
import { nothingSchema } from '@contract/auth'
import { CALL_TEXTS } from '@contract/calls/all-calls'
import { API_BASE_PATH } from '@contract/paths'
import { accountOnly, verifiedOnly } from '../access/account'
import { type JsonSchema, toJsonSchema } from '../lib/json-schema'
import { type OpenApiResponses, OTHER_RESPONSES, SECURITY_SCHEMES, withComponents } from './openapi-components'
import { API_PAGE_STYLE, type ApiDocument, renderApiPage } from './openapi-page'
import { contentSecurityPolicy, PAGE_SECURITY_HEADERS } from './security-headers'

/** Where people read the calls. */
const API_PAGE_PATH = '/api/docs'

/** The calls as an OpenAPI document, generated from the routes' schemas, and as a page: /api/v1/openapi.json, /api/docs. */
export const openapi = fp<{ siteName: string; version: string }>(async (app, { siteName, version }) => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: siteName, version },
      // The paths of the document are relative to this one.
      servers: [{ url: API_BASE_PATH }],
      components: { securitySchemes: SECURITY_SCHEMES },
    },
    transform: ({ schema, url, route }) => ({ schema: described(schema, route), url }),
    transformObject: (drawn) => ('openapiObject' in drawn ? withComponents(drawn.openapiObject) : drawn.swaggerObject),
  })
  app.get(`${API_BASE_PATH}/openapi.json`, { schema: { hide: true } }, (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(app.swagger()),
  )

  // Rendered once, at the first request: all routes are known then.
  let page: string | undefined
  app.get(API_PAGE_PATH, { schema: { hide: true } }, (_request, reply) => {
    page ??= renderApiPage(app.swagger() as unknown as ApiDocument, `${API_BASE_PATH}/openapi.json`)
    return reply
      .type('text/html; charset=utf-8')
      .headers({ 'content-security-policy': PAGE_POLICY, ...PAGE_SECURITY_HEADERS })
      .send(page)
  })
})

/** Fields that name a memorial in calls that need no account. */
const MEMORIAL_NAMES = ['id', 'memorialId', 'memorial_id', 'memorials_id']

const PAGE_POLICY = contentSecurityPolicy({
  styleHashes: [`sha256-${hash('sha256', API_PAGE_STYLE, 'base64')}`],
})
const VERIFIED_ONLY = 'Needs an account whose e-mail is verified.'

const PARTS = ['body', 'querystring', 'params'] as const

type Asked = Partial<Record<(typeof PARTS)[number], JsonSchema>>

function described(schema: FastifySchema, route: RouteOptions): FastifySchema {
  if (schema.hide) return schema
  const operationId = operationIdOf(route)
  const asked = askedBy(schema)
  return {
    ...schema,
    ...asked,
    operationId,
    security: securityOf(route, asked),
    description: descriptionOf(route),
    response: { ...responsesOf(schema), ...OTHER_RESPONSES[operationId] },
  }
}

/** `GET /memorial/:id/qrcode` becomes `getMemorialByIdQrcode`, which is unique. */
function operationIdOf({ method, url }: RouteOptions): string {
  const words =
    url
      .replace(API_BASE_PATH, '')
      .replaceAll(':', 'by-')
      .match(/[a-z\d]+/gi) ?? []
  return String(method).toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

/** The text of the contract, in Markdown. */
function descriptionOf(route: RouteOptions): string {
  const { about = [], refuses = [] } = CALL_TEXTS.get(callOf(route)) ?? {}
  return [
    ...about,
    ...(guardsOf(route).includes(verifiedOnly) ? [VERIFIED_ONLY] : []),
    ...(refuses.length > 0 ? [`Refuses:\n\n${refuses.map((each) => `- ${each}`).join('\n')}`] : []),
  ].join('\n\n')
}

/** `GET /memorial/{id}`, as the contract and the document call it. */
function callOf({ method, url }: RouteOptions): string {
  return `${String(method)} ${url.replace(API_BASE_PATH, '').replace(/:(\w+)/g, '{$1}')}`
}

function askedBy(schema: FastifySchema): Asked {
  const asked: Asked = {}
  for (const part of PARTS) {
    const declared = schema[part]
    if (!isSchema(declared)) continue
    asked[part] = toJsonSchema(declared)
    // Unknown fields of a request are ignored, not rejected.
    delete asked[part].additionalProperties
  }
  return asked
}

/** A guarded route needs an account's token. A call that names a memorial accepts an account's or a memorial token. */
function securityOf(route: RouteOptions, asked: Asked): NonNullable<FastifySchema['security']> {
  if (guardsOf(route).some((guard) => guard === accountOnly || guard === verifiedOnly)) return [{ account: [] }]
  const names = PARTS.flatMap((part) => Object.keys(asked[part]?.properties ?? {}))
  return names.some((name) => MEMORIAL_NAMES.includes(name)) ? [{}, { account: [] }, { pin: [] }] : []
}

function guardsOf({ onRequest }: RouteOptions): unknown[] {
  return [onRequest].flat()
}

function responsesOf({ response }: FastifySchema): OpenApiResponses {
  return Object.fromEntries(
    Object.entries(response ?? {}).map(([status, result]) => [status, responseOf(status, result)]),
  )
}

function responseOf(status: string, result: unknown): object {
  const description = STATUS_CODES[status] ?? status
  if (status === '204' || !isSchema(result)) return { description, type: 'null' }
  const schema = result === nothingSchema ? { type: 'null' } : toJsonSchema(result)
  return { description, content: { 'application/json': { schema } } }
}
