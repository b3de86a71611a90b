import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import { openPromise, type Entry, type ZipFile } from 'yauzl'

const ENTRIES_MAX = 200_000
const UTF8_FLAG = 0x800
/** A ZIP begins with an entry, an empty one with its end. */
const MAGIC = ['PK\x03\x04', 'PK\x05\x06']
const MAGIC_BYTES = 4

/**
 * A ZIP that somebody sent. Nothing of it is read before it is asked for, nothing is written to a path of its own, and no
 * more of an entry is read than the entry says and the caller allows.
 */
export interface ZipReader {
  /** The keys of its files, in its order. */
  keys(): string[]
  /** Bytes of a file as the ZIP says; undefined when it is not there. */
  sizeOf(key: string): number | undefined
  /** Writes a file to a local one. False when it is larger than that, damaged, encrypted or not there. */
  extract(key: string, target: string, maxBytes: number): Promise<boolean>
  /** The bytes of a small file; undefined where `extract` is false. */
  read(key: string, maxBytes: number): Promise<Buffer | undefined>
  close(): void
}

/** Whether a local file begins like a ZIP. */
export async function isZip(file: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const { buffer: bytes, bytesRead } = await handle.read(Buffer.alloc(MAGIC_BYTES), 0, MAGIC_BYTES, 0)
    return MAGIC.includes(bytes.toString('latin1', 0, bytesRead))
  } finally {
    await handle.close()
  }
}

/** Undefined when the file is no ZIP. Its files are found by the key of their name; of two with one key the last counts. */
export async function openZip(file: string, keyOf: (name: string) => string): Promise<ZipReader | undefined> {
  let zip: ZipFile | undefined
  const entries = new Map<string, Entry>()
  try {
    zip = await openPromise(file, { lazyEntries: true, autoClose: false, decodeStrings: false })
    for await (const entry of zip.eachEntry()) {
      if (entries.size >= ENTRIES_MAX) break
      const name = nameOf(entry)
      if (!name.endsWith('/')) entries.set(keyOf(name), entry)
    }
  } catch {
    zip?.close()
    return undefined
  }
  const opened = zip

  async function consume<T>(
    key: string,
    maxBytes: number,
    take: (checked: Transform) => Promise<T>,
  ): Promise<T | undefined> {
    const entry = entries.get(key)
    if (!entry || entry.uncompressedSize > maxBytes || entry.isEncrypted()) return undefined
    try {
      // yauzl stops at the size that the entry says.
      const source = await opened.openReadStreamPromise(entry)
      const checked = checkingSum(entry.crc32)
      const [taken] = await Promise.all([take(checked), pipeline(source, checked)])
      return taken
    } catch (error) {
      // A failing or full disk is not the sender's fault.
      if ((error as NodeJS.ErrnoException).syscall) throw error
      return undefined
    }
  }

  return {
    keys: () => [...entries.keys()],
    sizeOf: (key) => entries.get(key)?.uncompressedSize,
    extract: async (key, target, maxBytes) =>
      (await consume(key, maxBytes, async (checked) => {
        await pipeline(checked, createWriteStream(target))
        return true
      })) ?? false,
    read: (key, maxBytes) => consume(key, maxBytes, buffer),
    close: () => opened.close(),
  }
}

/** The ZIP of taken pages: Windows may have written its folders with backslashes. */
export function openExportedZip(file: string): Promise<ZipReader | undefined> {
  return openZip(file, (name) => name.replaceAll('\\', '/'))
}

/** Passes bytes on, and fails at their end when their sum is another one. */
function checkingSum(expected: number): Transform {
  let sum = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sum = crc32(chunk, sum)
      done(null, chunk)
    },
    flush: (done) => done(sum === expected ? null : new Error('The entry has another sum')),
  })
}

/** Windows in Russian writes names in its old encoding, and does not say so. */
function nameOf({ fileNameRaw, generalPurposeBitFlag }: Entry): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(fileNameRaw)
  } catch {
    const isUtf8 = (generalPurposeBitFlag & UTF8_FLAG) !== 0
    return new TextDecoder(isUtf8 ? 'utf-8' : 'ibm866').decode(fileNameRaw)
  }
}
