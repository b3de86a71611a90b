import { open, readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { BackupError } from './format'

/** The first bytes of every file that age has encrypted (age-encryption.org). */
const AGE_HEAD = Buffer.from('age-encryption.org/v1\n')
const IDENTITY = /^AGE-SECRET-KEY-\S+$/m

type Bytes = AsyncIterable<Uint8Array>

/** Loaded only when something is encrypted. */
const loadAge = () => import('age-encryption')

/**
 * Encrypts to an age public key: those who make or steal backups cannot read them without the private key.
 * @throws BackupError when the key is invalid
 */
export async function encryptionTo(recipient: string): Promise<(plain: Bytes) => AsyncGenerator<Uint8Array>> {
  const { Encrypter } = await loadAge()
  const encrypter = new Encrypter()
  try {
    encrypter.addRecipient(recipient)
  } catch {
    throw new BackupError(`${recipient} is no public key of age: those begin with age1`)
  }
  return async function* (plain) {
    yield* fromWeb(await encrypter.encrypt(toWeb(plain))) as AsyncIterable<Uint8Array>
  }
}

/**
 * The private key in a file, as `age-keygen` writes it.
 * @throws BackupError when there is none
 */
export async function readIdentity(file: string): Promise<string> {
  const [identity] = IDENTITY.exec(await readFile(file, 'utf8').catch(() => '')) ?? []
  if (identity === undefined) throw new BackupError(`${file} holds no private key of age (AGE-SECRET-KEY-…)`)
  return identity
}

/**
 * The content of an archive, decrypted if necessary.
 * @throws BackupError when it needs a private key, or a different one
 */
export async function plainOf(file: string, source: Readable, identity: string | undefined): Promise<Readable> {
  if (!(await isEncrypted(file))) return source
  if (identity === undefined) {
    throw new BackupError(`${file} is encrypted: name the file of the private key by --identity`)
  }
  const { Decrypter } = await loadAge()
  const decrypter = new Decrypter()
  try {
    decrypter.addIdentity(identity)
    return fromWeb(await decrypter.decrypt(toWeb(source)))
  } catch (error) {
    throw new BackupError(`${file} cannot be decrypted with this private key: ${(error as Error).message}`)
  }
}

async function isEncrypted(file: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(AGE_HEAD.length), 0, AGE_HEAD.length, 0)
    return buffer.subarray(0, bytesRead).equals(AGE_HEAD)
  } finally {
    await handle.close()
  }
}

function toWeb(bytes: Bytes): globalThis.ReadableStream<Uint8Array> {
  return Readable.toWeb(Readable.from(bytes, { objectMode: false })) as globalThis.ReadableStream<Uint8Array>
}

function fromWeb(stream: globalThis.ReadableStream<Uint8Array>): Readable {
  return Readable.fromWeb(stream as ReadableStream<Uint8Array>)
}
