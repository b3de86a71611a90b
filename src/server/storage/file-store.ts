import type { Readable } from 'node:stream'

/** The bytes from `start` to `end`, both included. */
export interface ByteRange {
  start: number
  end: number
}

export interface StoredFile {
  /** Bytes. */
  size: number
  /** Where it lies, if on this machine. Nobody but the store may change it. */
  localFile?: string
  read(range?: ByteRange): Promise<Readable>
}

const KEY = /^[\w-]{1,64}\/[\w-]{1,64}\.[a-z0-9]{1,5}$/

/** A key is `folder/file`. Anything else is refused, above all a path that leads out of the store. */
export function isKey(key: string): boolean {
  return KEY.test(key)
}

/** Where files are stored: in a folder of this machine, or in an object store. */
export interface FileStore {
  /** Moves a complete local file into the store. When it resolves, the file survives a crash. */
  keep(key: string, localFile: string, contentType: string): Promise<void>
  /** The file, or undefined when there is none under this key. */
  open(key: string): Promise<StoredFile | undefined>
  /** The names of the files in a folder; none when there is no such folder. */
  list(folder: string): Promise<string[]>
  /** Whether there is no file at all. */
  isEmpty(): Promise<boolean>
  /** Removes a folder with everything in it, if it exists. */
  removeFolder(folder: string): Promise<void>
  /** Rejects when the store cannot be written. */
  check(): Promise<void>
}
