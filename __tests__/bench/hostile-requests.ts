import type { JsonSchema } from '@server/lib/json-schema'
import { longestBody } from '@server/plugins/bodies'
import type { Operation, Parameter } from '../server/properties/operations'
import { percentEncode } from '../server/properties/written'
import { type BodyKind, encoded, room } from './hostile-encoding'
import { SHAPES, TEXTS, type HostileText, VALUES } from './hostile-values'

/** What exists, as far as a request names it. */
export interface Scene {
  memorialId: number
  photoId: number
  burialId: number
  memoryId: number
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
const LISTENING_HEADERS = ['range', 'if-none-match', 'accept-encoding', 'cookie', 'x-forwarded-for', 'authorization']

/** The worst that one can send to an operation: as long as it may be, each field by turns full of each kind of harm. */
export function hostileRequestsOf(operation: Operation, scene: Scene): HostileRequest[] {
  return [...bodiesOf(operation, scene), ...queriesOf(operation, scene), ...headersOf(operation, scene)]
}

function bodiesOf(operation: Operation, scene: Scene): HostileRequest[] {
  const { body, method } = operation
  if (method === 'GET') return []
  const kinds: BodyKind[] = body && body.mediaType !== 'application/json' ? ['json', kindOf(body.mediaType)] : ['json']
  const most = longestBody(body?.schema)
  return kinds.flatMap((kind) => [
    ...fieldsOf(operation, scene, kind, most),
    ...SHAPES[kind].map(([what, make]) => request(operation, scene, `${what} (${kind})`, { kind, body: make(most) })),
    ...SHAPES[kind].map(([what, make]) =>
      request(operation, scene, `${what}, too long (${kind})`, { kind, body: make(TOO_LONG_BYTES) }),
    ),
  ])
}

/** Each field by turns holds what is bad for a server; the others hold what they should. */
function fieldsOf(operation: Operation, scene: Scene, kind: BodyKind, most: number): HostileRequest[] {
  const properties = Object.entries(operation.body?.schema.properties ?? {}).filter(
    ([, { format }]) => format !== 'binary',
  )
  return properties.flatMap(([name, schema]) => {
    const others = properties
      .filter(([other]) => other !== name)
      .map(([other]) => [other, legal(other, scene)] as const)
    const left = room(kind, others, name, most)
    const send = (what: string, value: string, isRaw = false) =>
      request(operation, scene, `${name}: ${what} (${kind})`, {
        kind,
        body: encoded(kind, [...others, [name, value, isRaw] as const]),
      })
    return [
      ...TEXTS.map((text) => send(text.what, fill(text, kind, left))),
      ...legalTexts(schema).map(([what, value]) => send(what, value)),
      ...(kind === 'json' ? VALUES.map(([what, make]) => send(what, make(left), true)) : []),
    ]
  })
}

/** What is as long as it may be, or comes four times as long and is within its limit once it is cleaned. */
function legalTexts({ type, maxLength }: JsonSchema): [string, string][] {
  if (type !== 'string' || maxLength === undefined) return []
  return [
    ['the longest', 'я'.repeat(maxLength)],
    ['letters in two parts', 'и\u0306'.repeat(maxLength)],
    ['thirty marks to a letter', `е${'\u0301\u0316'.repeat(15)}`.repeat(Math.floor(maxLength / 31))],
    ['three parts of spaces', `${' '.repeat(3 * maxLength)}${'я'.repeat(maxLength)}`],
    ['three parts of controls', '\u0007\u202eя\u200e'.repeat(maxLength)],
  ]
}

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
  return LISTENING_HEADERS.flatMap((header) =>
    ['0-1,', '"a",', ' ', 'a=b;', '1.1.1.1, ', 'Bearer '].map((unit) => ({
      ...request(operation, scene, `${header}: ${JSON.stringify(unit)} without end`),
      headers: { [header]: `a${unit.repeat(LINE_BYTES / unit.length)}a` },
    })),
  )
}

function request(
  operation: Operation,
  scene: Scene,
  what: string,
  content?: { kind: BodyKind; body: { contentType: string; payload: Buffer } },
): HostileRequest {
  const { method } = operation
  return {
    what,
    method,
    url: pathOf(operation, scene),
    headers: content ? { 'content-type': content.body.contentType } : {},
    ...(content && { payload: content.body.payload }),
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
    return String(idFor(path, scene))
  }
}

function idFor(path: string, { memorialId, photoId, burialId, memoryId }: Scene): number {
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
function legal(name: string, { memorialId }: Scene): string {
  if (/memorials?_id$/.test(name)) return String(memorialId)
  if (/email$|^username$/.test(name)) return `nobody-${++people}@example.org`
  if (/password$/.test(name)) return 'Berezka-1945'
  if (/pin_code$/.test(name)) return '2468'
  if (name === 'birth_date') return '1921-05-09'
  if (name === 'death_date') return '1999-11-30'
  if (/_status$|_check$/.test(name)) return 'false'
  if (name === 'burial_coordinates') return '55.7558, 37.6173'
  if (name === 'decision') return 'approved'
  return name === 'consent_version' ? '' : 'Помним'
}
