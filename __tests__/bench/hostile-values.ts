import { type BodyKind, CONTENT_TYPES, encoded } from './hostile-encoding'

/** A text that is one thing repeated for as long as there is room. */
export interface HostileText {
  what: string
  unit: string
}

export const TEXTS: HostileText[] = [
  { what: 'marks without end', unit: '\u0301\u0316' },
  { what: 'marks between controls', unit: '\u0301\u200e\u0316\u202e' },
  { what: 'spaces', unit: ' ' },
  { what: 'spaces and letters', unit: ' а' },
  { what: 'line breaks', unit: '\r\n' },
  { what: 'digits', unit: '1' },
  { what: 'commas', unit: '1 , ' },
  { what: 'hyphens', unit: '-' },
  { what: 'e-mails', unit: 'a@a.' },
  { what: 'controls', unit: '\u0007' },
  { what: 'half characters', unit: '\ud83d' },
  { what: 'characters of three parts', unit: '\u{1d160}' },
  { what: 'what breaks patterns', unit: '.*(a+)+$\\%_' },
]

/** What no field can be, as JSON of so many bytes. */
export const VALUES: [what: string, make: (bytes: number) => string][] = [
  ['lists within lists around a text', (bytes) => nested(2000, bytes)],
  ['few lists around a long text', (bytes) => nested(500, bytes)],
  ['a list of texts', (bytes) => `[${repeated('"a",', bytes)}"a"]`],
  ['an object that hides what it is', () => '{"toString":1,"valueOf":{},"length":9}'],
]

type Shape = [what: string, make: (bytes: number) => { contentType: string; payload: Buffer }]

/** Bodies that are hard to take apart. */
export const SHAPES: Record<BodyKind, Shape[]> = {
  json: [
    ['objects, each of its own shape', json((bytes) => `[${counted((index) => `{"k${index}":0}`, bytes)}]`)],
    ['names', json((bytes) => `{${counted((index) => `"k${index}":0`, bytes)}}`)],
    ['numbers for names', json((bytes) => `{${counted((index) => `"${index * 65_536}":0`, bytes)}}`)],
    ['lists within lists', json((bytes) => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2))],
    ['prototypes', json((bytes) => `{"a":"__proto__","b":[${repeated('{},', bytes)}{}],"__proto__":{"c":1}}`)],
  ],
  form: [
    ['names', form((bytes) => counted((index) => `k${index}`, bytes, '&'))],
    ['one name', form((bytes) => repeated('username&', bytes))],
    ['pluses', form((bytes) => `username=${repeated('+', bytes)}`)],
    ['numbers for names', form((bytes) => counted((index) => `${index * 65_536}`, bytes, '&'))],
  ],
  multipart: [
    ['parts of nothing', parts('')],
    ['parts with an empty head', parts('\r\n')],
    ['parts without a name', parts('A: b\r\n\r\n')],
    ['fields of nothing', parts('Content-Disposition: form-data; name="x"\r\n\r\n')],
    ['files of nothing', parts('Content-Disposition: form-data; name="x"; filename="y"\r\n\r\n')],
    ['heads without end', parts(`Content-Disposition: form-data; name="${'\\"'.repeat(9000)}"\r\n\r\n`)],
    ['lines in a head', parts(`${'a:\r\n'.repeat(4000)}\r\n`)],
    [
      'JSON in a part',
      (bytes) =>
        parts(
          `Content-Type: application/json\r\nContent-Disposition: form-data; name="biography"\r\n\r\n[${counted((index) => `{"k${index}":0}`, bytes - 1000)}]`,
        )(1),
    ],
  ],
}

function json(make: (bytes: number) => string): Shape[1] {
  return (bytes) => ({ contentType: CONTENT_TYPES.json, payload: Buffer.from(make(bytes - 200)) })
}

function form(make: (bytes: number) => string): Shape[1] {
  return (bytes) => ({ contentType: CONTENT_TYPES.form, payload: Buffer.from(make(bytes - 200)) })
}

/** One part over and over. */
function parts(part: string): Shape[1] {
  const { contentType, payload } = encoded('multipart', [])
  const [delimiter = ''] = payload.toString().split('--\r\n')
  return (bytes) => ({
    contentType,
    payload: Buffer.concat([Buffer.from(repeated(`${delimiter}\r\n${part}\r\n`, bytes)), payload]),
  })
}

function nested(depth: number, bytes: number): string {
  const text = 'x'.repeat(Math.max(0, bytes - 4 * depth - 10))
  return `${'[0,'.repeat(depth)}"${text}"${']'.repeat(depth)}`
}

function repeated(unit: string, bytes: number): string {
  return unit.repeat(Math.max(1, Math.floor(bytes / unit.length)))
}

function counted(make: (index: number) => string, bytes: number, between = ','): string {
  const written: string[] = []
  for (let index = 0, length = 0; length < bytes - 40; index++) {
    written.push(make(index))
    length += (written.at(-1)?.length ?? 0) + between.length
  }
  return written.join(between)
}
