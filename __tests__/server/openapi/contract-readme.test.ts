import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { isSchema, type ObjectSchema } from 'yup'
import { CALL_CHAPTERS, CALL_TEXTS, callNames } from '@contract/calls/all-calls'
import { startTestApp, type TestApp } from '@support/server-app'
import { pageWithParts } from '../../../config/scripts/generated-part'
import { fieldsOf, type Operation, renderCalls } from '../../../config/scripts/render-calls'
import { MATRIX } from '../permissions/matrix'

/**
 * `src/contract/README.md` and the texts of the calls against the OpenAPI document, the table of permissions and the texts of
 * the source. `npm run docs` sets WRITE_DOCS, and the calls of the page are written.
 */

const CONTRACT = path.resolve('src/contract')
const PAGE = path.join(CONTRACT, 'README.md')
const README = readFileSync(PAGE, 'utf8')
const VERIFIED_ONLY = 'Needs an account whose e-mail is verified.'
/** What a route adds to the schema of its form. */
const FILES = ['file', 'photo']

/** How the document declares the guards of each kind of asker. */
const GUARDS: Record<string, { security: object[]; isVerified: boolean }> = {
  anyone: { security: [], isVerified: false },
  visitor: { security: [{}, { account: [] }, { pin: [] }], isVerified: false },
  reader: { security: [{}, { account: [] }, { pin: [] }], isVerified: false },
  account: { security: [{ account: [] }], isVerified: false },
  'verified account': { security: [{ account: [] }], isVerified: true },
  keeper: { security: [{ account: [] }], isVerified: true },
  owner: { security: [{ account: [] }], isVerified: true },
  moderator: { security: [{ account: [] }], isVerified: true },
  'only moderators': { security: [{ account: [] }], isVerified: true },
}

interface ApiDocument {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object> }
}

type NamedSchemas = Map<string, { file: string; schema: ObjectSchema<object> }>

let schemas: NamedSchemas
let server: TestApp
let operations: Map<string, Operation>
let namedShapes: string[]

beforeAll(async () => {
  schemas = await schemasOfContract()
  server = await startTestApp()
  const { paths, components } = (await server.api({ url: '/openapi.json' })).json<ApiDocument>()
  operations = new Map(
    Object.entries(paths).flatMap(([url, calls]) =>
      Object.entries(calls).map(([method, operation]) => [`${method.toUpperCase()} ${url}`, operation] as const),
    ),
  )
  namedShapes = Object.keys(components.schemas)
})
afterAll(() => server.close())

it('has a text for every call of the server, and for no other', () => {
  expect([...CALL_TEXTS.keys()].sort()).toEqual([...operations.keys()].sort())
})

describe.each([...CALL_TEXTS])('%s', (call, { who, takes, refuses = [] }) => {
  it('says who may ask', () => {
    const { security, description = '' } = find(call)
    expect({ security, isVerified: description.includes(VERIFIED_ONLY) }).toEqual(GUARDS[who])
  })

  it('names the schema of what it takes', () => {
    const { body, query } = fieldsOf(find(call))
    const named = Object.keys(takes ? (schemas.get(takes)?.schema.fields ?? {}) : {})
    const taken = [...body, ...query]
    const isAll = (fields: string[]) => fields.every((field) => named.includes(field) || FILES.includes(field))
    expect(isAll(body) || isAll(query)).toBe(true)
    expect(taken).toEqual(expect.arrayContaining(named))
  })

  it('names each refusal that the table of permissions has', () => {
    const rows = MATRIX.filter((row) => row.call.replace(/\/$/, '') === call)
    expect(rows).not.toEqual([])
    const refusals = rows.flatMap(({ refused }) => Object.values(refused))
    expect([...impliedRefusals(who), ...statusesIn(refuses.join('\n'))]).toEqual(expect.arrayContaining(refusals))
  })
})

it('answers the example as the page says', async () => {
  await server.signUp({ email: 'vera@example.org', verified: true })
  const blocks = [...README.matchAll(/^```(?:http|json)\n(.*?)^```/gms)].map(([, text = '']) => text.trim())
  expect(blocks).toHaveLength(10)
  let [token, id] = ['', '']
  for (let i = 0; i < blocks.length; i += 2) {
    const [head = '', payload = ''] = (blocks[i] ?? '').split('\n\n')
    const [request = '', ...headers] = head.split('\n')
    const [method, url = ''] = request.split(' ')
    const response = await server.app.inject({
      method: method as 'GET' | 'POST',
      url,
      headers: Object.fromEntries(headers.map((each) => each.replace('…', token).split(': '))),
      payload: payload.replace('"…"', id) || undefined,
    })
    const answer = response.json<{ access_token?: string; id?: number }>()
    expect(answer).toMatchObject(filledIn(JSON.parse(blocks[i + 1] ?? ''), answer) as object)
    token = answer.access_token ?? token
    id = String(answer.id ?? id)
  }
})

describe('the page', () => {
  it('has the calls as they are', () => {
    const calls = renderCalls(CALL_CHAPTERS, (name) => find(callNames(name)[0] ?? ''), fileOf)
    const made = pageWithParts(PAGE, { calls })
    expect(readFileSync(PAGE, 'utf8')).toBe(made)
  })

  it('names every shape of the document', () => {
    const shapes = [...README.matchAll(/^\| `(\w+)` +\|.*\[(\w+)\.ts\]/gm)].map(([, name = '']) => name)
    const errors = ['Error', 'CodedDetail', 'ValidationIssue', 'RowProblem']
    expect([...shapes, ...errors].sort()).toEqual([...namedShapes].sort())
  })

  it('quotes refusals as the source has them', () => {
    const source = textOf('src/contract') + textOf('src/server')
    const refusals = [...CALL_TEXTS.values()].flatMap(({ refuses = [] }) => refuses.flatMap(inCode))
    const quoted = refusals.concat(russianIn(README.replaceAll(/^```.*?^```/gms, '')))
    expect(quoted.filter((text) => !/^\d{3}$/.test(text) && !source.includes(text))).toEqual([])
  })

  it('points to schemas that are there', () => {
    const links = [...README.matchAll(/\[([\w.]+)\]\((\w[\w.-]*)\)/g)]
    expect(links).not.toEqual([])
    const broken = links.filter(([, name = '', file = '']) => {
      if (!readdirSync(CONTRACT).includes(file)) return true
      return name !== file && !readFileSync(path.join(CONTRACT, file), 'utf8').includes(`export const ${name} =`)
    })
    expect(broken.map(([link]) => link)).toEqual([])
  })
})

function find(call: string): Operation {
  const found = operations.get(call)
  if (!found) throw new Error(`The document lacks ${call}`)
  return found
}

async function schemasOfContract(): Promise<NamedSchemas> {
  const files = readdirSync(CONTRACT).filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
  const named: NamedSchemas = new Map()
  for (const file of files) {
    const exported = (await import(path.join(CONTRACT, file))) as Record<string, unknown>
    for (const [name, value] of Object.entries(exported)) {
      if (isSchema(value)) named.set(name, { file, schema: value as ObjectSchema<object> })
    }
  }
  return named
}

function fileOf(schema: string): string {
  const found = schemas.get(schema)
  if (!found) throw new Error(`The contract exports no ${schema}`)
  return found.file
}

/** The example with what the server answered in place of each `…`. */
function filledIn(example: unknown, answer: unknown): unknown {
  if (typeof example === 'string' && example.includes('…')) return answer
  if (Array.isArray(example)) return example.map((each, i) => filledIn(each, (answer as unknown[])[i]))
  if (typeof example !== 'object' || example === null) return example
  return Object.fromEntries(
    Object.entries(example).map(([key, value]) => [
      key,
      filledIn(value, (answer as Record<string, unknown> | undefined)?.[key]),
    ]),
  )
}

function inCode(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)
}

/** What stands in code marks and holds Russian letters, but single letters and labels. */
function russianIn(text: string): string[] {
  return inCode(text.replace(/\s*\n\s*/g, ' ')).filter((code) => /[а-яё]{2}.* /i.test(code))
}

function statusesIn(text: string): number[] {
  return inCode(text)
    .filter((code) => /^\d{3}$/.test(code))
    .map(Number)
}

/** The statuses that the table of askers gives to everybody else. */
function impliedRefusals(who: string): number[] {
  const row = README.split('\n').find((line) => line.startsWith(`| ${who} `))
  if (!row) throw new Error(`The table of askers lacks "${who}"`)
  return statusesIn(row)
}

/** The texts of the calls quote the source, so they do not count as it. */
function textOf(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.startsWith('calls'))
    .map((file) => readFileSync(path.join(folder, file), 'utf8'))
    .join('\n')
}
