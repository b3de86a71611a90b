import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { saysNoRoom } from '../lib/system-errors'

/** The bytes from `start` to `end`, both included. */
export interface ByteRange {
  start: number
  end: number
}

export interface StoredFile {
  /** Bytes. */
  size: number
  /** Its path, if it is local. Only the store may change the file. */
  localFile?: string
  read(range?: ByteRange): Promise<Readable>
}

const KEY = /^[\w-]{1,64}\/[\w-]{1,64}\.[a-z0-9]{1,5}$/

/** A key is `folder/file`. Everything else is rejected, above all a path that leads out of the store. */
export function isKey(key: string): boolean {
  return KEY.test(key)
}

/** Stores files in a local folder or in an object store. */
export interface FileStore {
  /** Moves a complete local file into the store. When it resolves, the file survives a crash. */
  put(key: string, localFile: string, contentType: string): Promise<void>
  /** The file, or undefined when the key does not exist. */
  open(key: string): Promise<StoredFile | undefined>
  /** The names of the files in a folder; empty when there is no such folder. */
  list(folder: string): Promise<string[]>
  /** Whether the store has no files. */
  isEmpty(): Promise<boolean>
  /** Removes a folder with all its files, if it exists. */
  removeFolder(folder: string): Promise<void>
  /** Rejects when the store is not writable. */
  check(): Promise<void>
}

/** Network failures, and throttling by the store: matched against names, codes, or messages. */
const AWAY = new RegExp(
  [
    ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN'],
    ...['EAI_AGAIN', 'ERR_STREAM_PREMATURE_CLOSE', 'TimeoutError', 'RequestTimeout', 'SlowDown', 'socket hang up'],
  ].join('|'),
)
const FAILING_FROM = 500
const TOO_MANY_REQUESTS = 429

interface StoreFailure {
  code?: string
  name?: string
  message?: string
  /** For a host with several addresses. */
  errors?: unknown[]
  $metadata?: { httpStatusCode?: number }
}

/** The file store cannot be reached, does not respond in time, or fails. A temporary failure: answered with 503. */
export class StoreAway extends Error {
  /** The cause's code or name: ECONNREFUSED, TimeoutError. */
  readonly code: string | undefined

  constructor(cause: unknown) {
    const { code, name, message } = cause as StoreFailure
    super(message, { cause })
    this.code = code ?? name
  }
}

/** For `catch`: converts a failure that means "the store is unavailable" to a `StoreAway`; rethrows every other. */
export function throwAsStoreFailure(error: unknown): never {
  throw saysStoreIsAway(error) ? new StoreAway(error) : error
}

function saysStoreIsAway(error: unknown): boolean {
  if (error instanceof StoreAway || saysNoRoom(error)) return false
  const { code = '', name = '', message = '', errors = [], $metadata } = error as StoreFailure
  const status = $metadata?.httpStatusCode ?? 0
  if (status >= FAILING_FROM || status === TOO_MANY_REQUESTS) return true
  return AWAY.test(`${code} ${name} ${message}`) || errors.some(saysStoreIsAway)
}

/** Copies a stored file into a new local one. Throws `StoreAway` when the store stops sending. */
export async function copyStored(stored: StoredFile, localFile: string, signal?: AbortSignal): Promise<void> {
  await pipeline(await stored.read(), createWriteStream(localFile), { signal }).catch(throwAsStoreFailure)
}
