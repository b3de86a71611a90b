import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { HTTPMethods } from 'fastify'
import { startTestApp, type TestApp } from '@support/server-app'
import { CALLS, CALLS_OF_THE_SPECIFICATION } from './calls'

/** What a call answers besides, when it is asked for less. */
const ALSO_ANSWERS: Record<string, string[]> = {
  'POST /memorial/import': ['200', '202'],
  'POST /memorial/{id}/relations': ['202'],
  'POST /proposals/{id}/decide': ['204'],
  // For a form that was sent without scripts.
  'POST /memorial/{id}/candle': ['303'],
}

const FORMS_WITH_FILES = [
  'POST /memorial/{id}/proposals',
  'POST /memorial/create',
  'PATCH /memorial/update/{id}',
  'POST /photo_archive/create',
  'POST /audio_archive/create',
  'POST /video_archive/create',
  'POST /burial/create',
  'PATCH /burial/update/{id}',
  'POST /memorial/import',
]
const FORMS = [
  ...FORMS_WITH_FILES,
  'PATCH /photo_archive/update/{id}',
  'PATCH /audio_archive/update/{id}',
  'PATCH /video_archive/update/{id}',
]

interface Content {
  schema?: { type?: string; properties?: Record<string, { format?: string }> }
}

interface Operation {
  operationId?: string
  summary?: string
  tags?: string[]
  parameters?: { in: string; name: string; required?: boolean }[]
  requestBody?: { content: Record<string, Content> }
  security?: object[]
  responses: Record<string, { description: string; headers?: object; content?: Record<string, Content> }>
}

const VALIDATE = `
  import { Validator } from '@seriousme/openapi-schema-validator'
  process.stdout.write(JSON.stringify(await new Validator().validate(process.argv[1])))
`

let server: TestApp
let folder: string
let document: { openapi: string; servers: unknown; paths: Record<string, Record<string, Operation>> }
let operations: Map<string, Operation>

beforeAll(async () => {
  server = await startTestApp()
  folder = await mkdtemp(path.join(tmpdir(), 'pomnim-openapi-'))
  document = (await server.api({ url: '/openapi.json' })).json()
  operations = new Map(
    Object.entries(document.paths).flatMap(([url, calls]) =>
      Object.entries(calls).map(([method, operation]) => [`${method.toUpperCase()} ${url}`, operation] as const),
    ),
  )
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

const callsWhere = (isSo: (operation: Operation, call: string) => boolean) =>
  [...operations].filter(([call, operation]) => isSo(operation, call)).map(([call]) => call)
const operation = (call: string) => {
  const found = operations.get(call)
  if (!found) throw new Error(`The document lacks ${call}`)
  return found
}

describe('the document', () => {
  it('is valid OpenAPI 3.1, its references included', async () => {
    const file = path.join(folder, 'openapi.json')
    await writeFile(file, JSON.stringify(document))
    // Run in a process: the validator is an ECMAScript module that uses import.meta, which jest cannot load.
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', VALIDATE, file])

    expect(JSON.parse(stdout)).toEqual({ valid: true })
    expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: '/api/v1' }] })
  })

  it('is measured by the 47 calls of the specification', () => {
    expect(Object.keys(CALLS_OF_THE_SPECIFICATION)).toHaveLength(47)
  })

  it.each(Object.entries(CALLS))('lists %s, which succeeds with %d', (call, status) => {
    const also = ALSO_ANSWERS[call] ?? []
    expect(Object.keys(operation(call).responses)).toEqual([...[...also, String(status)].sort(), 'default'])
  })

  it('lists no other call', () => {
    expect(callsWhere((_operation, call) => !(call in CALLS))).toEqual([])
  })

  it('names, sums up and groups every call', () => {
    const names = [...operations.values()].map(({ operationId }) => operationId)
    expect(new Set(names).size).toBe(operations.size)
    expect(callsWhere(({ operationId = '' }) => !/^[a-z][A-Za-z]+$/.test(operationId))).toEqual([])
    expect(callsWhere(({ summary }) => !summary)).toEqual([])
    expect(callsWhere(({ tags }) => tags?.length !== 1)).toEqual([])
  })

  it('declares every parameter of a path', () => {
    for (const [call, { parameters = [] }] of operations) {
      const named = [...call.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ in: 'path', name, required: true }))
      const declared = parameters.filter((parameter) => parameter.in === 'path')
      expect(declared).toMatchObject(named)
    }
  })

  it('describes every refusal in the one shape of all', () => {
    const refusals = [...operations.values()].map(({ responses }) => responses.default?.content)
    for (const content of refusals) {
      expect(content).toEqual({ 'application/json': { schema: { $ref: '#/components/schemas/Error' } } })
    }
  })
})

describe('access', () => {
  const isForAccounts = ({ security }: Operation) => JSON.stringify(security) === '[{"account":[]}]'

  it('is declared for accounts alone where a guest is refused', async () => {
    const refused: string[] = []
    for (const call of operations.keys()) {
      const [method, url] = call.split(' ') as [HTTPMethods, string]
      const answer = await server.api({ method, url: url.replace(/\{\w+\}/, '1') })
      if (answer.statusCode === 401) refused.push(call)
    }
    expect(callsWhere(isForAccounts)).toEqual(refused)
    expect(refused).toContain('GET /users/me')
  })

  it.each(['GET /memorial/{id}', 'GET /burial/{memorialId}', 'GET /memories/all', 'POST /memories/create'])(
    'is open to guests, accounts and holders of a memorial token at %s',
    (call) => {
      expect(operation(call).security).toEqual([{}, { account: [] }, { pin: [] }])
    },
  )

  it.each(['POST /auth/login', 'GET /tariffs', 'GET /memorial/public_memorials'])('asks nothing at %s', (call) => {
    expect(operation(call).security).toEqual([])
  })
})

describe('bodies', () => {
  const mediaTypes = (call: string) => Object.keys(operation(call).requestBody?.content ?? {})
  const fieldsOf = (call: string) => Object.values(operation(call).requestBody?.content ?? {})[0]?.schema?.properties

  it.each(FORMS)('are multipart forms at %s', (call) => {
    expect(mediaTypes(call)).toEqual(['multipart/form-data'])
  })

  it.each(FORMS_WITH_FILES)('hold a file at %s', (call) => {
    const files = Object.values(fieldsOf(call) ?? {}).filter(({ format }) => format === 'binary')
    const file = { type: 'string', format: 'binary' }
    // Portraits come beside a table in an archive of their own, photos of the road beside that of the grave.
    const haveTwo = ['POST /memorial/import', 'PATCH /burial/update/{id}']
    expect(files).toEqual(haveTwo.includes(call) ? [file, file] : [file])
  })

  it('are JSON everywhere else but at login', () => {
    const others = callsWhere(({ requestBody }, call) => requestBody !== undefined && !FORMS.includes(call))
    expect(others.filter((call) => mediaTypes(call)[0] !== 'application/json')).toEqual(['POST /auth/login'])
    expect(mediaTypes('POST /auth/login')).toEqual(['application/x-www-form-urlencoded'])
  })

  it('tell the rules of their fields', () => {
    expect(fieldsOf('POST /users/me/set-pin')).toEqual({
      pin_code: { type: 'string', minLength: 1, pattern: '^[0-9]{4,10}$' },
    })
    expect(fieldsOf('POST /memorial/create')).toMatchObject({
      lastname: { type: 'string', minLength: 1, maxLength: 100 },
      birth_date: { type: 'string', format: 'date' },
      public_status: { type: 'boolean', default: false },
    })
  })
})

describe('answers', () => {
  it('are declared with what they hold, unless they hold nothing', () => {
    const empty = callsWhere(({ responses }) => Object.values(responses)[0]?.content === undefined)
    expect(empty).toEqual(callsWhere((_operation, call) => [204, 303].includes(CALLS[call] ?? 0)))
  })

  it('are null where there is nothing to tell', () => {
    expect(operation('POST /auth/forgot-password').responses['202']?.content).toEqual({
      'application/json': { schema: { type: 'null' } },
    })
  })

  it('may be a picture, a PDF or a redirect', () => {
    expect(Object.keys(operation('GET /memorial/{id}/book').responses['200']?.content ?? {})).toEqual([
      'application/pdf',
    ])
    expect(Object.keys(operation('GET /memorial/{id}/qrcode').responses['200']?.content ?? {})).toEqual([
      'image/png',
      'image/svg+xml',
      'application/pdf',
    ])
    expect(operation('GET /auth/verify').responses['303']?.headers).toHaveProperty('location')
  })
})
