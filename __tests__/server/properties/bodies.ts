import fc, { type Arbitrary } from 'fast-check'
import { TUS_PART_TYPE } from '@contract/upload'
import { percentEncode, type EncodedValue } from './encoded-value'

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'
const BOUNDARY = 'pomnim-boundary'
const MULTIPART_TYPE = `multipart/form-data; boundary=${BOUNDARY}`

/** A body with the header that names its type. */
export interface Body {
  contentType?: string
  payload: Buffer
}

export type Field = readonly [name: string, written: EncodedValue]

/** The fields in the media type that an operation declares; nothing where it takes no body. */
export function encode(mediaType: string | undefined, fields: Field[]): Body {
  switch (mediaType) {
    case undefined:
      return { payload: Buffer.alloc(0) }
    case 'multipart/form-data':
      return { contentType: MULTIPART_TYPE, payload: multipart(fields) }
    case FORM_TYPE:
      return { contentType: FORM_TYPE, payload: Buffer.from(pairs(fields)) }
    case TUS_PART_TYPE:
      return { contentType: TUS_PART_TYPE, payload: Buffer.concat(fields.map(([, { text }]) => Buffer.from(text))) }
    default:
      return { contentType: JSON_TYPE, payload: Buffer.from(jsonObject(fields)) }
  }
}

/** The fields as a query has them, or a form. */
export function pairs(fields: Field[]): string {
  return fields.map(([name, { text }]) => `${percentEncode(name)}=${percentEncode(text)}`).join('&')
}

/** What may become of a body on its way, or in the hands of someone who means ill. */
export type Damage = (body: Body) => Body

export const damage: Arbitrary<Damage> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(() => ({ payload: Buffer.alloc(0) })) },
  { weight: 3, arbitrary: fc.constant(withPayload(Buffer.alloc(0))) },
  { weight: 4, arbitrary: fc.double({ min: 0, max: 1, noNaN: true }).map(cutAt) },
  { weight: 4, arbitrary: fc.noBias(fc.nat()).map(flipByte) },
  { weight: 6, arbitrary: otherBody() },
  { weight: 8, arbitrary: otherType() },
  { weight: 2, arbitrary: fc.constant(swollen) },
)

function cutAt(share: number): Damage {
  return ({ contentType, payload }) => ({ contentType, payload: payload.subarray(0, payload.length * share) })
}

function flipByte(pick: number): Damage {
  return ({ contentType, payload }) => {
    const changed = Buffer.from(payload)
    const place = pick % Math.max(1, changed.length)
    if (changed.length > 0) changed[place] = (changed[place] ?? 0) ^ (1 + (pick % 255))
    return { contentType, payload: changed }
  }
}

function otherBody(): Arbitrary<Damage> {
  const bodies = ['null', '5', '"x"', '[]', '[{}]', '{', '{"a":1,}', "{'a': 1}", '&&==&', '--', '\0', 'true false']
  const broken = [
    `--${BOUNDARY}`,
    `--${BOUNDARY}\r\n\r\n`,
    `--${BOUNDARY}--`,
    `--${BOUNDARY}\r\nContent-Disposition: x`,
  ]
  return fc.constantFrom(...bodies, ...broken).map((text) => withPayload(Buffer.from(text)))
}

function otherType(): Arbitrary<Damage> {
  return fc
    .constantFrom(
      JSON_TYPE,
      `${JSON_TYPE}; charset=koi8-r`,
      'application/merge-patch+json',
      FORM_TYPE,
      TUS_PART_TYPE,
      MULTIPART_TYPE,
      'multipart/form-data',
      'multipart/form-data; boundary=',
      `multipart/form-data; boundary=${'b'.repeat(500)}`,
      'multipart/mixed; boundary=b',
      'text/plain',
      'text/html; charset=utf-8',
      'application/octet-stream',
      'x',
      '/',
      ';;',
      undefined,
    )
    .map((contentType) => ({ payload }) => ({ contentType, payload }))
}

/** Over the megabyte that a JSON body may have. */
function swollen({ contentType, payload }: Body): Body {
  return { contentType, payload: Buffer.concat([payload, Buffer.alloc(1_100_000, ' ')]) }
}

function withPayload(payload: Buffer): Damage {
  return ({ contentType }) => ({ contentType, payload })
}

function jsonObject(fields: Field[]): string {
  return `{${fields.map(([name, { json }]) => `${JSON.stringify(name)}:${json}`).join(',')}}`
}

function multipart(fields: Field[]): Buffer {
  const parts = fields.flatMap(([name, { text, file }]) => [
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"`),
    Buffer.from(file ? `; filename="${file.name}"\r\nContent-Type: ${file.type}\r\n\r\n` : '\r\n\r\n'),
    file ? file.bytes : Buffer.from(text as string),
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)])
}
