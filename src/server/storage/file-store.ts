import type { Readable } from 'node:stream'

/** The bytes from `start` to `end`, both included. */
export interface ByteRange {
  start: number
  end: number
}

export interface StoredFile {
  /** Bytes. */
  size: number
  read(range?: ByteRange): Promise<Readable>
}

const KEY = /^[\w-]{1,64}\/[\w-]{1,64}\.[a-z0-9]{1,5}$/

/** A key is `folder/file`; anything else names nothing, least of all a place outside of the store. */
export function isKey(key: string): boolean {
  return KEY.test(key)
}

/** Where files rest: a folder of this machine, or an object store. */
export interface FileStore {
  /** Takes over a finished local file. When it resolves, the file survives a crash. */
  keep(key: string, localFile: string, contentType: string): Promise<void>
  /** The file, or undefined when there is none under this key. */
  open(key: string): Promise<StoredFile | undefined>
  /** Removes a folder with all that is in it; none is fine too. */
  removeFolder(folder: string): Promise<void>
  /** Rejects when the store cannot be written. */
  check(): Promise<void>
}
