import type { Readable } from 'node:stream'

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
