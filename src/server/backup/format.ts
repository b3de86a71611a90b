import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, readFile, rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { Sequence } from './tables'

/**
 * A backup is one tar archive:
 *
 *     backup.json                    the head
 *     secret-key                     the key of DATA_DIR, where it is not a setting
 *     rows/<table>/<n>.ndjson.gz     rows as PostgreSQL's JSON, a line each; tables in the order in which they are filled
 *     files/<media id>/<name>        every file that a row names, unless an earlier archive has it
 *     index/<n>.ndjson.gz            a line for each entry above but the head, and for each file in an earlier archive
 *     end.json                       the end; without it the archive is not whole
 */
export const FORMAT = 1
export const HEAD = 'backup.json'
export const SECRET_KEY = 'secret-key'
export const END = 'end.json'
export const ROWS = 'rows/'
export const FILES = 'files/'
export const INDEX = 'index/'

export interface Head {
  format: number
  /** Identifies the archive, independent of its file name. */
  id: string
  made_at: string
  /** The release that wrote it. */
  release: string
  /** The migrations that the database had. */
  migrations: string[]
  tables: string[]
  sequences: Sequence[]
}

/** A line of the index. */
export interface IndexLine {
  name: string
  /** Bytes. */
  size: number
  /** Hexadecimal. */
  sha256: string
  /** The file name of the earlier archive that has it, in the same folder; absent when it is in this one. */
  in?: string
}

export interface End {
  rows: Record<string, number>
  /** The number of files in this archive, and their bytes. */
  files: number
  file_bytes: number
  /** The number of files in earlier archives. */
  files_elsewhere: number
  /** Files that rows reference but the store did not have. */
  missing: string[]
  /** Of head and index: one checksum for everything. */
  sha256: string
}

/** A backup that cannot be used. The message is for the operator. */
export class BackupError extends Error {}

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

const LINES_AT_A_TIME = 5_000

export interface IndexSpool {
  add(line: IndexLine): Promise<void>
  /** The added lines, in chunks. Nothing can be added afterwards. */
  chunks(): AsyncGenerator<string[]>
  /** The checksum of all added lines, hexadecimal. */
  sha256(): string
  remove(): Promise<void>
}

/** Holds the index in a file while the archive is written or read: it may have a line for each of a million files. */
export function createIndexSpool(file: string): IndexSpool {
  const spool = createWriteStream(file, { mode: 0o600 })
  const opened = once(spool, 'open')
  opened.catch(() => undefined)
  const closed = new Promise<void>((resolve) => spool.once('close', () => resolve()))
  let failure: Error | undefined
  spool.on('error', (error) => (failure = error))
  const hash = createHash('sha256')

  return {
    async add(line) {
      await opened
      if (failure) throw failure
      const text = `${JSON.stringify(line)}\n`
      hash.update(text)
      if (!spool.write(text)) await once(spool, 'drain')
    },

    async *chunks() {
      spool.end()
      await once(spool, 'finish')
      let chunk: string[] = []
      for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
        chunk.push(line)
        if (chunk.length < LINES_AT_A_TIME) continue
        yield chunk
        chunk = []
      }
      if (chunk.length > 0) yield chunk
    },

    sha256: () => hash.copy().digest('hex'),

    async remove() {
      spool.end()
      await closed
      await rm(file, { force: true })
    },
  }
}
