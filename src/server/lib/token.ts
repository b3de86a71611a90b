import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const TOKEN_BYTES = 32

/** An unguessable secret in characters that are safe in URLs. */
export function randomToken(bytes: number = TOKEN_BYTES): string {
  return randomBytes(bytes).toString('base64url')
}

/** What is stored of a token: a reader of the database cannot use it. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

export function sign(secretKey: string, text: string): string {
  return createHmac('sha256', secretKey).update(text).digest('base64url')
}

/** Compares in constant time. */
export function isSignedBy(secretKey: string, text: string, signature: string): boolean {
  const expected = Buffer.from(sign(secretKey, text))
  const given = Buffer.from(signature)
  return expected.length === given.length && timingSafeEqual(expected, given)
}
