import { CONSENT_VERSION, VOICE_CONSENT_VERSION } from '@contract/consent'
import type { JsonSchema } from '@server/lib/json-schema'
import { longestBody } from '@server/plugins/bodies'
import type { Operation, Parameter } from '../server/properties/operations'
import { percentEncode } from '../server/properties/encoded-value'
import { type BodyKind, encoded, room } from './hostile-encoding'
import { SHAPES, TEXTS, type HostileText, VALUES } from './hostile-values'

/** What exists, as far as a request names it. */
export interface Scene {
  memorialId: number
  photoId: number
  burialId: number
  memoryId: number
  /** What was asked, told in answer, proposed and changed; without them their calls find nothing. */
  asked?: { token: string; ownToken: string; storyId: number; proposalId: number; revisionId: number }
}

export interface HostileRequest {
  /** What is wrong with it, for the table. */
  what: string
  method: string
  url: string
  headers: Record<string, string>
  payload?: Buffer
}

/** A request line, or a header, longer than some 16 KB never reaches an application. */
const LINE_BYTES = 12_000
/** Longer than any body may be. */
const TOO_LONG_BYTES = 600 * 1024
const NOBODYS_ID = 987_654_321
/** What a header that is listened to may be full of. */
const HEADERS = {
  range: '0-1,',
  'if-none-match': '"a",',
  'accept-encoding': 'a;q=0.1,',
  cookie: 'a=b;',
  'x-forwarded-for': '1.1.1.1, ',
  authorization: 'Bearer ',
  accept: ' ',
}

/** The worst that one can send to an operation: bodies as long as they may be, each field by turns full of each harm. */
export function* hostileRequestsOf(operation: Operation, scene: Scene): Iterable<HostileRequest> {
  yield* bodiesOf(operation, scene, (names) => names.map((name) => [name]))
  yield* queriesOf(operation, scene)
  yield* headersOf(operation, scene)
}

/** The worst bodies alone, with every field full of the same harm at once. */
export function hostileBodiesOf(operation: Operation, scene: Scene): Iterable<HostileRequest> {
  return bodiesOf(operation, scene, (names) => [names])
}

/** The fields that are harmful together, of those that an operation has. */
type Grouping = (names: string[]) => string[][]

function* bodiesOf(operation: Operation, scene: Scene, groupsOf: Grouping): Iterable<HostileRequest> {
  const { body, method } = operation
  if (method === 'GET') return
  const kinds: BodyKind[] = body && body.mediaType !== 'application/json' ? ['json', kindOf(body.mediaType)] : ['json']
  const most = longestBody(body?.schema)
  for (const kind of kinds) {
    for (const group of groupsOf(textsOf(operation))) yield* fieldsOf(operation, scene, { kind, most, group })
    for (const [what, make] of SHAPES[kind]) {
      yield request(operation, scene, `${what} (${kind})`, make(most))
      yield request(operation, scene, `${what}, too long (${kind})`, make(TOO_LONG_BYTES))
    }
  }
}

/** The fields of a group hold what is bad for a server; the others hold what they should. */
function* fieldsOf(
  operation: Operation,
  scene: Scene,
  { kind, most, group }: { kind: BodyKind; most: number; group: string[] },
): Iterable<HostileRequest> {
  const { properties = {} } = operation.body?.schema ?? {}
  const others = textsOf(operation)
    .filter((name) => !group.includes(name))
    .map((name) => [name, legal(name, scene)] as const)
  const left = room(kind, [...others, ...group.map((name) => [name, ''] as const)], most) / group.length
  const send = (what: string, valueOf: (schema: JsonSchema) => string, isRaw = false) => {
    const harmful = group.map((name) => [name, valueOf(properties[name] ?? {}), isRaw] as const)
    return request(operation, scene, `${group.join()}: ${what} (${kind})`, encoded(kind, [...others, ...harmful]))
  }
  if (group.length === 0) return
  for (const text of TEXTS) yield send(text.what, () => fill(text, kind, left))
  for (const [what, make] of LEGAL_TEXTS) yield send(what, ({ maxLength = 10 }) => make(maxLength))
  if (kind === 'json') for (const [what, make] of VALUES) yield send(what, () => make(left), true)
}

/** The fields of a body but for its file, which has a limit and tests of its own. */
function textsOf({ body }: Operation): string[] {
  const fields = Object.entries(body?.schema.properties ?? {})
  return fields.filter(([, { format }]) => format !== 'binary').map(([name]) => name)
}

/** What is as long as it may be, or comes longer and is within its limit once it is cleaned. */
const LEGAL_TEXTS: [what: string, make: (maxLength: number) => string][] = [
  ['the longest', (maxLength) => 'я'.repeat(maxLength)],
  ['letters in two parts', (maxLength) => 'и\u0306'.repeat(maxLength)],
  ['thirty marks to a letter', (maxLength) => `е${'\u0301\u0316'.repeat(15)}`.repeat(maxLength / 31)],
  ['three parts of spaces', (maxLength) => `${' '.repeat(3 * maxLength)}${'я'.repeat(maxLength)}`],
  ['three parts of controls', (maxLength) => '\u0007\u202eя\u200e'.repeat(maxLength)],
]

function queriesOf(operation: Operation, scene: Scene): HostileRequest[] {
  return operation.parameters
    .filter((parameter) => parameter.in === 'query')
    .flatMap(({ name }) => [
      ...TEXTS.map((text) => {
        const query = `${name}=${percentEncode(fill(text, 'form', LINE_BYTES))}`
        return { ...request(operation, scene, `?${name}: ${text.what}`), url: `${pathOf(operation, scene)}?${query}` }
      }),
      {
        ...request(operation, scene, `?${name} a thousand times`),
        url: `${pathOf(operation, scene)}?${`${name}=1&`.repeat(1000).slice(0, LINE_BYTES)}`,
      },
    ])
}

function headersOf(operation: Operation, scene: Scene): HostileRequest[] {
  return Object.entries(HEADERS).map(([header, unit]) => ({
    ...request(operation, scene, `${header}: ${unit} without end`),
    headers: { [header]: `a${unit.repeat(LINE_BYTES / unit.length)}a` },
  }))
}

function request(
  operation: Operation,
  scene: Scene,
  what: string,
  body?: { contentType: string; payload: Buffer },
): HostileRequest {
  const { method } = operation
  return {
    what,
    method,
    url: pathOf(operation, scene),
    headers: body ? { 'content-type': body.contentType } : {},
    ...(body && { payload: body.payload }),
  }
}

function pathOf({ path, method, parameters }: Operation, scene: Scene): string {
  const inPath = parameters.filter((parameter) => parameter.in === 'path')
  return inPath.reduce((filled, parameter) => filled.replace(`{${parameter.name}}`, pathValue(parameter)), path)

  function pathValue({ name }: Parameter): string {
    // What is there has to stay.
    if (method === 'DELETE') return String(NOBODYS_ID)
    if (/^(mediaId|file)$/.test(name)) return 'x'
    if (/^[zx]$/.test(name)) return '1'
    if (name === 'revision') return String(scene.asked?.revisionId ?? NOBODYS_ID)
    return String(idFor(path, scene))
  }
}

function idFor(path: string, { memorialId, photoId, burialId, memoryId, asked }: Scene): number {
  if (path.includes('/stories/{id}') && asked) return asked.storyId
  if (path.includes('/proposals/{id}') && asked) return asked.proposalId
  if (path.includes('/memories/')) return memoryId
  if (path.includes('/burial/update')) return burialId
  if (path.includes('_archive/update')) return photoId
  return memorialId
}

function kindOf(mediaType: string): BodyKind {
  return mediaType.startsWith('multipart') ? 'multipart' : 'form'
}

function fill({ unit }: HostileText, kind: BodyKind, bytes: number): string {
  return unit.repeat(Math.max(1, Math.floor(bytes / encoded.lengthOf(kind, unit))))
}

let people = 0

/** What an honest browser puts into a field. */
function legal(name: string, { memorialId, asked }: Scene): string {
  if (name === 'token' && asked) return asked.token
  if (name === 'own_token' && asked) return asked.ownToken
  if (name === 'field') return 'biography'
  if (name === 'day') return '2026-11-29'
  if (name === 'voice_consent') return VOICE_CONSENT_VERSION
  if (/memorials?_id$/.test(name)) return String(memorialId)
  if (/email$|^username$/.test(name)) return `nobody-${++people}@example.org`
  if (/password$/.test(name)) return 'Berezka-1945'
  if (/pin_code$/.test(name)) return '2468'
  if (name === 'birth_date') return '1921-05-09'
  if (name === 'death_date') return '1999-11-30'
  if (/_status$|_check$/.test(name)) return 'false'
  if (name === 'burial_coordinates') return '55.7558, 37.6173'
  if (name === 'decision') return 'approved'
  return name === 'consent_version' ? CONSENT_VERSION : 'Помним'
}
