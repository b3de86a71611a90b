import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { ALGORITHMS } from './algorithms'

const TOKEN_BYTES = 32

/** An unguessable secret in characters that are safe in URLs. */
export function randomToken(bytes: number = TOKEN_BYTES): string {
  return randomBytes(bytes).toString('base64url')
}

/** The stored form of a token: a reader of the database cannot use it. */
export function hashToken(token: string): Buffer {
  return createHash(ALGORITHMS.tokenHash).update(token).digest()
}

/** The current signing key, and optionally the previous one: what it signed stays valid until it expires. */
export type SecretKey = string | readonly [string, ...string[]]

export function sign(secretKey: SecretKey, text: string): string {
  const [mac = ''] = ALGORITHMS.macs
  return signWith(mac, keysOf(secretKey)[0], text).toString('base64url')
}

/** Of `text` with one key by each algorithm, the current one first: for what is found by its HMAC. */
export function macsOf(key: string, text: Buffer): Buffer[] {
  return ALGORITHMS.macs.map((mac) => signWith(mac, key, text))
}

/** Compares in constant time. What a former key or algorithm signed counts too. */
export function isSignedBy(secretKey: SecretKey, text: string, signature: string): boolean {
  const given = Buffer.from(signature)
  return keysOf(secretKey).some((key) =>
    ALGORITHMS.macs.some((mac) => {
      const expected = Buffer.from(signWith(mac, key, text).toString('base64url'))
      return expected.length === given.length && timingSafeEqual(expected, given)
    }),
  )
}

function signWith(mac: string, key: string, text: string | Buffer): Buffer {
  return createHmac(mac, key).update(text).digest()
}

/** All valid keys, the current one first. */
export function keysOf(secretKey: SecretKey): readonly [string, ...string[]] {
  return typeof secretKey === 'string' ? [secretKey] : secretKey
}

/** Compares in constant time, whatever the lengths. */
export function secretsMatch(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
