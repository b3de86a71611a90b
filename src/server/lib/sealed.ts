import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { keysOf, type SecretKey } from './token'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * A text that only this installation can read and make, in characters that are safe in URLs. `purpose` keeps what was
 * sealed for one thing from being good for another.
 */
export function seal(secretKey: SecretKey, purpose: string, text: string): string {
  const [current] = keysOf(secretKey)
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, keyFor(current, purpose), nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Undefined for what was not sealed here for this purpose. */
export function unseal(secretKey: SecretKey, purpose: string, token: string): string | undefined {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined
  for (const key of keysOf(secretKey)) {
    const decipher = createDecipheriv(ALGORITHM, keyFor(key, purpose), bytes.subarray(0, NONCE_BYTES))
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
    try {
      const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES))
      return Buffer.concat([text, decipher.final()]).toString('utf8')
    } catch {
      // Sealed with another key, or changed.
    }
  }
  return undefined
}

function keyFor(key: string, purpose: string): Buffer {
  return createHash('sha256').update(`seal:${purpose}:${key}`).digest()
}
