import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { keysOf, type SecretKey } from './token'

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts what the database may hold, but no reader of the database may see. `purpose` prevents it from being opened as
 * something else.
 */
export function seal(secretKey: SecretKey, purpose: string, text: string): Buffer {
  const [current] = keysOf(secretKey)
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, keyFor(current, purpose), iv)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

/** Decrypts what was sealed with the current key or the one before it; undefined when neither opens it. */
export function unseal(secretKey: SecretKey, purpose: string, sealed: Buffer): string | undefined {
  for (const key of keysOf(secretKey)) {
    try {
      const decipher = createDecipheriv(CIPHER, keyFor(key, purpose), sealed.subarray(0, IV_BYTES))
      decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
      return decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    } catch {
      // Sealed with another key.
    }
  }
  return undefined
}

function keyFor(secretKey: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', purpose, KEY_BYTES))
}
