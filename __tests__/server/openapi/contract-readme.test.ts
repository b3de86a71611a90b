import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ARCHIVE_KINDS } from '@contract/archive'
import { startTestApp, type TestApp } from '@support/server-app'
import { MATRIX } from '../permissions/matrix'

/** `src/contract/README.md` against the OpenAPI document, the table of permissions and the texts of the source. */

const CONTRACT = path.resolve('src/contract')
const README = readFileSync(path.join(CONTRACT, 'README.md'), 'utf8')

const CALL_HEADING = /^### `([A-Z]+ \/\S*)`$/m
const MEDIA_TYPES: Record<string, string> = {
  JSON: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
}
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

interface Schema {
  $ref?: string
  type?: string
  items?: Schema
  properties?: Record<string, Schema>
}
type Content = Record<string, { schema: Schema }>

interface Operation {
  description?: string
  parameters?: { in: string; name: string }[]
  requestBody?: { content: Content }
  security?: object[]
  responses: Record<string, { content?: Content }>
}

interface ApiDocument {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

/** A call as the page tells it. */
interface ToldCall {
  who: string
  takes: string
  answers: string
  refuses: string
}

const told = readCalls(README)
let server: TestApp
let operations: Map<string, Operation>
let namedShapes: string[]

beforeAll(async () => {
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

it('tells every call of the server, and no other', () => {
  expect([...told.keys()].sort()).toEqual([...operations.keys()].sort())
})

describe.each([...told])('%s', (call, { who, takes, answers, refuses }) => {
  const operation = () => {
    const found = operations.get(call)
    if (!found) throw new Error(`The document lacks ${call}`)
    return found
  }

  it('tells who may ask', () => {
    const { security, description = '' } = operation()
    expect({ security, isVerified: description.includes('verified') }).toEqual(GUARDS[who])
  })

  it('tells what it takes', () => {
    const { mediaType, fields } = takenBy(operation())
    const [kind] = takes.split(' ')
    expect(kind).toBe(mediaType ?? (fields.length > 0 ? 'query' : ''))
    expect(inCode(takes).sort()).toEqual(fields.sort())
  })

  it('tells what it answers', () => {
    const declared = Object.entries(operation().responses).filter(([status]) => status !== 'default')
    expect(answers).toBe(declared.map(([status, { content }]) => answerInWords(status, content)).join('; '))
  })

  it('tells each refusal that the table of permissions has', () => {
    const rows = MATRIX.filter((row) => row.call.replace(/\/$/, '') === call)
    expect(rows).not.toEqual([])
    const refusals = rows.flatMap(({ refused }) => Object.values(refused))
    expect([...impliedRefusals(who), ...statusesIn(refuses)]).toEqual(expect.arrayContaining(refusals))
  })
})

describe('the page', () => {
  it('names every shape of the document', () => {
    const shapes = [...README.matchAll(/^\| `(\w+)` +\|.*\[(\w+)\.ts\]/gm)].map(([, name = '']) => name)
    const errors = ['Error', 'CodedDetail', 'ValidationIssue', 'RowProblem']
    expect([...shapes, ...errors].sort()).toEqual([...namedShapes].sort())
  })

  it('quotes refusals as the source has them', () => {
    const source = textOf('src/contract') + textOf('src/server')
    const quoted = [...told.values()].flatMap(({ refuses }) => inCode(refuses)).concat(russianIn(README))
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

/** By 'METHOD /path'; a heading with `{kind}` stands for one call of each archive. */
function readCalls(page: string): Map<string, ToldCall> {
  const calls = new Map<string, ToldCall>()
  for (const section of page.split(/^(?=##)/m)) {
    const heading = CALL_HEADING.exec(section)?.[1]
    if (!heading) continue
    const line = (name: string) => lineOf(section, name)
    const call = { who: line('Who'), takes: line('Takes'), answers: line('Answers'), refuses: line('Refuses') }
    const names = heading.includes('{kind}')
      ? ARCHIVE_KINDS.map((kind) => heading.replaceAll('{kind}', kind))
      : [heading]
    for (const name of names) calls.set(name, call)
  }
  return calls
}

/** What the list of a call says under a name, its lines joined; nothing where the list lacks it. */
function lineOf(section: string, name: string): string {
  const text = section.split(/\n(?=- |\n)/).find((item) => item.trimStart().startsWith(`- ${name}:`)) ?? ''
  return text.trimStart().slice(`- ${name}:`.length).replace(/\s+/g, ' ').trim()
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

function takenBy({ requestBody, parameters = [] }: Operation) {
  const [type, body] = Object.entries(requestBody?.content ?? {})[0] ?? []
  const mediaType = Object.keys(MEDIA_TYPES).find((name) => MEDIA_TYPES[name] === type)
  const inQuery = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name)
  return { mediaType, fields: [...Object.keys(body?.schema.properties ?? {}), ...inQuery] }
}

/** '`200` `{ result: Memory[], total }`', '`200` `image/png` or `application/pdf`' */
function answerInWords(status: string, content: Content | undefined): string {
  const kinds = Object.entries(content ?? {}).map(
    ([type, { schema }]) => `\`${type === 'application/json' ? shapeInWords(schema) : type}\``,
  )
  return [`\`${status}\``, kinds.join(' or ')].filter(Boolean).join(' ')
}

function shapeInWords({ $ref, type, items, properties = {} }: Schema): string {
  if ($ref) return $ref.split('/').at(-1) ?? ''
  if (type === 'array' && items) return `${shapeInWords(items)}[]`
  if (type !== 'object') return type ?? ''
  const fields = Object.entries(properties).map(([name, field]) =>
    field.type === 'array' ? `${name}: ${shapeInWords(field)}` : name,
  )
  return `{ ${fields.join(', ')} }`
}

function textOf(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(path.join(folder, file), 'utf8'))
    .join('\n')
}
