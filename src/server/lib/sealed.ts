import {
  createCipheriv,
  createDecipheriv,
  type CipherGCMTypes,
  getCipherInfo,
  hkdfSync,
  randomBytes,
} from 'node:crypto'
import { ALGORITHMS } from './algorithms'
import { keysOf, type SecretKey } from './token'

const IV_BYTES = 12
const TAG_BYTES = 16
/** What it sealed names no cipher. */
const FIRST_CIPHER = 'aes-256-gcm'

/**
 * Encrypts what the database may hold, but no reader of the database may see. `purpose` prevents it from being opened as
 * something else.
 */
export function seal(secretKey: SecretKey, purpose: string, text: string): Buffer {
  const [current] = keysOf(secretKey)
  const [name = FIRST_CIPHER] = ALGORITHMS.ciphers
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(asGcm(name), keyFor(current, purpose, name), iv, { authTagLength: TAG_BYTES })
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

/**
 * Decrypts what was sealed with the current key or the one before it, by any cipher in use; undefined when none opens it.
 * A wrong key or cipher never opens anything: each authenticates what it encrypts.
 */
export function unseal(secretKey: SecretKey, purpose: string, sealed: Buffer): string | undefined {
  for (const key of keysOf(secretKey)) {
    for (const name of ALGORITHMS.ciphers) {
      const text = unsealWith(name, keyFor(key, purpose, name), sealed)
      if (text !== undefined) return text
    }
  }
  return undefined
}

/** Whether a former key or cipher sealed it, so that it should be sealed again. */
export function isSealedAsBefore(secretKey: SecretKey, purpose: string, sealed: Buffer): boolean {
  const [name = FIRST_CIPHER] = ALGORITHMS.ciphers
  return unsealWith(name, keyFor(keysOf(secretKey)[0], purpose, name), sealed) === undefined
}

function unsealWith(name: string, key: Buffer, sealed: Buffer): string | undefined {
  try {
    const decipher = createDecipheriv(asGcm(name), key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    return decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return undefined
  }
}

/** No key is used for two ciphers. */
function keyFor(secretKey: string, purpose: string, cipher: string): Buffer {
  const info = cipher === FIRST_CIPHER ? purpose : `${cipher} ${purpose}`
  const length = getCipherInfo(cipher)?.keyLength
  if (length === undefined) throw new Error(`there is no cipher ${cipher}`)
  return Buffer.from(hkdfSync(ALGORITHMS.derivation, secretKey, '', info, length))
}

/** Node's types know the tag of an authenticated cipher by its name alone. */
function asGcm(name: string): CipherGCMTypes {
  return name as CipherGCMTypes
}
