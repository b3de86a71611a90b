import { LEGAL_NAMES, legalDocumentPath, legalFile } from '@contract/legal'
import { API_BASE_PATH, MEDIA_BASE_PATH, TILES_BASE_PATH } from '@contract/paths'
import { TUS_PART_TYPE, TUS_VERSION, UPLOADS_PATH, VOICES_PATH } from '@contract/upload'
import type { JsonSchema } from '@server/lib/json-schema'

/** One call of the server, as the server itself declares it. */
export interface Operation {
  method: string
  /** With its parameters in braces. */
  path: string
  parameters: Parameter[]
  body?: { mediaType: string; schema: JsonSchema }
  /** The schema of each answer that is no refusal; null where the answer is not JSON, false where it has no body. */
  answers: Map<number, JsonSchema | null | false>
}

/** A parameter, or a field of a body. */
export interface DeclaredField {
  name: string
  required: boolean
  schema: JsonSchema
}

export interface Parameter extends DeclaredField {
  in: 'path' | 'query' | 'header'
}

/** As much of an OpenAPI document as tells how to call and what to expect. */
export interface ApiDocument {
  servers?: { url: string }[]
  components?: { schemas?: Record<string, unknown> }
  paths: Record<string, Record<string, DocumentedCall>>
}

interface DocumentedCall {
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}

type Content = Record<string, { schema: JsonSchema } | undefined>

/** Every call of the document, and those that the document leaves out. */
export function operationsOf({ servers = [], components, paths }: ApiDocument): Operation[] {
  const base = servers[0]?.url ?? ''
  const documented = Object.entries(paths).flatMap(([path, calls]) =>
    Object.entries(calls).map(([method, call]) =>
      asOperation(method.toUpperCase(), base + path, inlined(call, components?.schemas ?? {}) as DocumentedCall),
    ),
  )
  return [...documented, ...UNDOCUMENTED]
}

/** 'POST /api/v1/auth/login'. */
export function nameOf({ method, path }: { method: string; path: string }): string {
  return `${method} ${path}`
}

/** What an operation is about: the first part of its path, 'auth' or 'photo_archive', who keeps a memorial, what an account signs in with, or what a consent came with. */
export function resourceOf({ path }: Operation): string {
  const [, people] = /[}][/](keepers|invitations|relations|proposals|questions)/.exec(path) ?? []
  if (people) return people
  if (path.includes('/users/me/factors')) return 'factors'
  const [consents] = /consents[/]\w+(?=[/])/.exec(path) ?? []
  if (consents) return consents
  return path.replace(`${API_BASE_PATH}/`, '').split('/').find(Boolean) ?? ''
}

function asOperation(method: string, path: string, call: DocumentedCall): Operation {
  // Where a call takes files and comes without them as well, with files.
  const bodies = Object.entries(call.requestBody?.content ?? {})
  const [mediaType = '', body] = bodies.find(([type]) => type.startsWith('multipart/')) ?? bodies[0] ?? []
  const answers = Object.entries(call.responses).map(
    ([status, { content }]) => [Number(status), content?.['application/json']?.schema ?? null] as const,
  )
  return {
    method,
    path,
    parameters: call.parameters ?? [],
    body: body && { mediaType, schema: body.schema },
    answers: new Map(answers),
  }
}

/** A copy with the named schemas in place of references to them. */
function inlined(node: unknown, schemas: Record<string, unknown>): unknown {
  if (typeof node !== 'object' || node === null) return node
  if ('$ref' in node) return inlined(schemas[String(node.$ref).split('/').at(-1) ?? ''], schemas)
  if (Array.isArray(node)) return node.map((item) => inlined(item, schemas))
  return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, inlined(value, schemas)]))
}

const ANYTHING: JsonSchema = {}
const TEXT: JsonSchema = { type: 'string' }

function health(path: string): Operation {
  const schema: JsonSchema = {
    type: 'object',
    properties: { status: TEXT, degraded: { type: 'array', items: TEXT } },
    required: ['status'],
    additionalProperties: false,
  }
  return { method: 'GET', path, parameters: [], answers: new Map([[200, schema]]) }
}

const LEGAL_DOCUMENT: JsonSchema = {
  type: 'object',
  properties: {
    ...{ title: TEXT, edition: TEXT, summary: ANYTHING },
    earlier: { type: 'array', items: TEXT },
    sections: { type: 'array', items: ANYTHING },
  },
  required: ['title', 'edition', 'earlier', 'summary', 'sections'],
  additionalProperties: false,
}

/** A file that is no JSON, and may be asked for again by its ETag. */
function plainFile(path: string, parameters: Operation['parameters'] = []): Operation {
  const etag = { in: 'header', name: 'if-none-match', required: false, schema: TEXT } as const
  return { method: 'GET', path, parameters: [...parameters, etag], answers: new Map([[200, null]]) }
}

/** As many bytes as the uploads of the fixtures have. */
export const UPLOADED_PART = 'part'

/** A call of the tus protocol. */
function tusCall(method: string, path: string, status: number, own: Partial<Operation> = {}): Operation {
  const { parameters = [], ...others } = own
  const version = header('tus-resumable', TUS_VERSION)
  return { method, path, parameters: [...parameters, version], answers: new Map([[status, false]]), ...others }
}

function header(name: string, ...values: string[]): Parameter {
  return { in: 'header', name, required: true, schema: { type: 'string', ...(values.length > 0 && { enum: values }) } }
}

const UPLOAD: Parameter = { in: 'path', name: 'upload', required: true, schema: TEXT }

const TUS: Operation[] = [UPLOADS_PATH, VOICES_PATH]
  .map((path) => API_BASE_PATH + path)
  .flatMap((path) => [
    tusCall('POST', path, 201, { parameters: [header('upload-length', '1', '0', '-1'), header('upload-metadata')] }),
    tusCall('HEAD', `${path}/{upload}`, 200, { parameters: [UPLOAD] }),
    tusCall('PATCH', `${path}/{upload}`, 204, {
      parameters: [UPLOAD, header('upload-offset', '0', String(UPLOADED_PART.length))],
      body: {
        mediaType: TUS_PART_TYPE,
        schema: { properties: { part: { enum: [UPLOADED_PART] } }, required: ['part'] },
      },
    }),
    tusCall('DELETE', `${path}/{upload}`, 204, { parameters: [UPLOAD] }),
    tusCall('OPTIONS', path, 204, { parameters: [] }),
    tusCall('OPTIONS', `${path}/{upload}`, 204, { parameters: [UPLOAD] }),
  ])

/** Of all legal texts but the newest, and a later one. */
const FIRST_EDITION = '2025-06-18'
const EARLIER_POLICIES = (['privacy-policy', 'confidentiality-policy'] as const).map((name) =>
  legalFile(name, '2026-11-26'),
)

const UNDOCUMENTED: Operation[] = [
  ...TUS,
  plainFile('/robots.txt'),
  plainFile('/.well-known/security.txt'),
  { method: 'GET', path: '/.well-known/change-password', parameters: [], answers: new Map([[302, false]]) },
  plainFile('/sitemap.xml'),
  plainFile('/sitemap-{part}.xml', [
    { in: 'path', name: 'part', required: true, schema: { type: 'integer', minimum: 1, maximum: 3 } },
  ]),
  plainFile('/preview.jpg'),
  plainFile('/memorials/{id}/preview.jpg', [
    { in: 'path', name: 'id', required: true, schema: { type: 'integer', minimum: 1 } },
    { in: 'query', name: 'v', required: false, schema: TEXT },
  ]),
  {
    method: 'POST',
    path: '/unsubscribe',
    parameters: [{ in: 'query', name: 'token', required: true, schema: TEXT }],
    answers: new Map([[204, false]]),
  },
  plainFile('/calendars/{secret}', [{ in: 'path', name: 'secret', required: true, schema: TEXT }]),
  plainFile('/exports/{account}/{what}', [
    { in: 'path', name: 'account', required: true, schema: { type: 'integer', minimum: 1, maximum: 9 } },
    { in: 'path', name: 'what', required: true, schema: TEXT },
    { in: 'query', name: 'expires', required: false, schema: TEXT },
    { in: 'query', name: 'signature', required: false, schema: TEXT },
  ]),
  health('/healthz'),
  health('/readyz'),
  ...[
    ...LEGAL_NAMES.map((name) => legalFile(name, null)),
    ...LEGAL_NAMES.filter((name) => name !== 'voice-consent').map((name) => legalFile(name, FIRST_EDITION)),
    ...EARLIER_POLICIES,
  ].map((file): Operation => ({
    method: 'GET',
    path: legalDocumentPath(file),
    parameters: [{ in: 'header', name: 'if-none-match', required: false, schema: TEXT }],
    answers: new Map([[200, LEGAL_DOCUMENT]]),
  })),
  { method: 'GET', path: '/api/docs', parameters: [], answers: new Map([[200, null]]) },
  {
    method: 'GET',
    path: `${API_BASE_PATH}/openapi.json`,
    parameters: [],
    answers: new Map([[200, { type: 'object', properties: { paths: ANYTHING }, required: ['paths'] }]]),
  },
  {
    method: 'GET',
    path: `${MEDIA_BASE_PATH}/{mediaId}/{file}`,
    parameters: [
      { in: 'path', name: 'mediaId', required: true, schema: TEXT },
      { in: 'path', name: 'file', required: true, schema: TEXT },
      { in: 'query', name: 'expires', required: false, schema: TEXT },
      { in: 'query', name: 'signature', required: false, schema: TEXT },
      { in: 'header', name: 'range', required: false, schema: TEXT },
    ],
    answers: new Map([
      [200, null],
      [206, null],
    ]),
  },
  {
    method: 'GET',
    path: `${TILES_BASE_PATH}/{z}/{x}/{file}`,
    parameters: [
      { in: 'path', name: 'z', required: true, schema: { type: 'integer', minimum: 0, maximum: 19 } },
      { in: 'path', name: 'x', required: true, schema: { type: 'integer', minimum: 0, maximum: 1 } },
      { in: 'path', name: 'file', required: true, schema: { type: 'string', enum: ['0.png', '1.png'] } },
    ],
    answers: new Map([[200, null]]),
  },
]
