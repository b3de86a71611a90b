import type { Fixtures } from './fixtures'

/** A value, encoded for each part of a request. */
export interface EncodedValue {
  /** In a JSON body. It need not be JSON: `NaN`, `1e309`. */
  json: string
  /** In a query, a path or a form. Bytes where no text has them. */
  text: string | Buffer
  /** In a multipart body. */
  file?: FilePart
}

export interface FilePart {
  bytes: Buffer
  name: string
  type: string
}

/** A value that may depend on what exists when the request is sent: an id, a token. */
export type Value = (fixtures: Fixtures) => EncodedValue

export function fixed(value: unknown): Value {
  const written = encodeValue(value)
  return () => written
}

export function encodeValue(value: unknown): EncodedValue {
  const json = JSON.stringify(value)
  return { json, text: typeof value === 'string' ? value : json }
}

/** Percent-encoded; byte by byte where bytes are no text. */
export function percentEncode(text: string | Buffer): string {
  // What a text has of half characters becomes U+FFFD, as in a browser.
  if (typeof text === 'string') return encodeURIComponent(Buffer.from(text).toString())
  return Array.from(text, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
}
