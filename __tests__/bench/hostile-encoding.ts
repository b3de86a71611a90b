import { percentEncode } from '../server/properties/encoded-value'

const BOUNDARY = 'hostile-boundary'

export type BodyKind = 'json' | 'form' | 'multipart'

/** A field; a raw one is JSON as it stands. */
export type HostileField = readonly [name: string, value: string, isRaw?: boolean]

export const CONTENT_TYPES: Record<BodyKind, string> = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: `multipart/form-data; boundary=${BOUNDARY}`,
}

/** The body that holds the fields. */
export function encoded(kind: BodyKind, fields: HostileField[]): { contentType: string; payload: Buffer } {
  const written = fields.map((field) => WRITERS[kind](field))
  const payload = {
    json: () => `{${written.join()}}`,
    form: () => written.join('&'),
    multipart: () => `${written.join('')}--${BOUNDARY}--\r\n`,
  }[kind]()
  return { contentType: CONTENT_TYPES[kind], payload: Buffer.from(payload) }
}

/** Bytes of a text in a body of the kind. */
encoded.lengthOf = (kind: BodyKind, text: string): number =>
  Buffer.byteLength(WRITERS[kind](['', text])) - Buffer.byteLength(WRITERS[kind](['', '']))

/** Bytes that the fields leave of so many. */
export function room(kind: BodyKind, fields: HostileField[], most: number): number {
  return most - encoded(kind, fields).payload.length
}

const WRITERS: Record<BodyKind, (field: HostileField) => string> = {
  json: ([name, value, isRaw]) => `${JSON.stringify(name)}:${isRaw ? value : JSON.stringify(value)}`,
  form: ([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`,
  multipart: ([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
}
