import { randomFillSync } from 'node:crypto'

const NONCE_BYTES = 16
/** The length of a nonce: base64url of 16 bytes. */
export const NONCE_CHARACTERS = 22
const POOL_NONCES = 256

const pool = Buffer.alloc(NONCE_BYTES * POOL_NONCES)
let used = pool.length

/** A random nonce for one visit. The system is asked for randomness once for hundreds of them. */
export function newNonce(): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += NONCE_BYTES
  return pool.toString('base64url', used - NONCE_BYTES, used)
}
