import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const TOKEN_BYTES = 32

/** An unguessable secret in characters that are safe in URLs. */
export function randomToken(bytes: number = TOKEN_BYTES): string {
  return randomBytes(bytes).toString('base64url')
}

/** The stored form of a token: a reader of the database cannot use it. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** The current signing key, and optionally the previous one: what it signed stays valid until it expires. */
export type SecretKey = string | readonly [string, ...string[]]

export function sign(secretKey: SecretKey, text: string): string {
  const [current] = keysOf(secretKey)
  return createHmac('sha256', current).update(text).digest('base64url')
}

/** Compares in constant time. */
export function isSignedBy(secretKey: SecretKey, text: string, signature: string): boolean {
  const given = Buffer.from(signature)
  return keysOf(secretKey).some((key) => {
    const expected = Buffer.from(sign(key, text))
    return expected.length === given.length && timingSafeEqual(expected, given)
  })
}

/** All valid keys, the current one first. */
export function keysOf(secretKey: SecretKey): readonly [string, ...string[]] {
  return typeof secretKey === 'string' ? [secretKey] : secretKey
}
