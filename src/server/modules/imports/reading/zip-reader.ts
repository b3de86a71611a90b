import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { type Readable, Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { PICTURE_MAX_BYTES } from '@contract/limits'

const ENTRIES_MAX = 200_000
const UTF8_FLAG = 0x800
/** A ZIP begins with an entry; an empty one begins with its end record. */
const MAGIC = ['PK\x03\x04', 'PK\x05\x06']
const MAGIC_BYTES = 4

/**
 * An untrusted ZIP. Reads only requested entries, never writes to a path from the ZIP, and reads no more of an entry than its
 * declared size and the caller's limit.
 */
export interface ZipReader {
  /** The keys of the files, in the order of the ZIP. */
  keys(): string[]
  /** The declared size of a file in bytes; undefined when there is no such file. */
  sizeOf(key: string): number | undefined
  /** Extracts a file to a local path. False when it is too large, damaged, encrypted or missing. */
  extract(key: string, target: string, maxBytes: number): Promise<boolean>
  /** Hands the content of a file over as a stream; undefined where `extract` would return false, and when `take` fails. */
  consume<T>(key: string, maxBytes: number, take: (content: Readable) => Promise<T>): Promise<T | undefined>
  /** The content of a small file; undefined where `extract` would return false. */
  read(key: string, maxBytes: number): Promise<Buffer | undefined>
  close(): void
}

/** Whether a local file has the signature of a ZIP. */
export async function isZip(file: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const { buffer: bytes, bytesRead } = await handle.read(Buffer.alloc(MAGIC_BYTES), 0, MAGIC_BYTES, 0)
    return MAGIC.includes(bytes.toString('latin1', 0, bytesRead))
  } finally {
    await handle.close()
  }
}

/** Undefined when the file is not a ZIP. `keyOf` maps names to keys; of two files with the same key the last one wins. */
async function openZip(file: string, keyOf: (name: string) => string): Promise<ZipReader | undefined> {
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
      // yauzl stops at the entry's declared size.
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
    consume,
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

/** The ZIP of exported pages. Windows tools may have written backslashes in paths. */
export function openExportedZip(file: string): Promise<ZipReader | undefined> {
  return openZip(file, (name) => name.replaceAll('\\', '/'))
}

/**
 * The family tree in a ZIP, such as a GDZ, and the function that extracts it to a local path; undefined when there is none.
 * Exported pages have one too, next to their data.
 */
export async function openTreeZip(file: string): Promise<ZippedTree | undefined> {
  const zip = await openExportedZip(file)
  const keys = zip?.keys() ?? []
  const tree = keys.find((key) => /\.ged$/i.test(key) && !key.startsWith('__MACOSX/'))
  if (!zip || tree === undefined || keys.some((key) => /(?:^|\/)data\.json$/.test(key))) {
    zip?.close()
    return undefined
  }
  return {
    bytes: zip.sizeOf(tree) ?? 0,
    extract: (target, maxBytes) => zip.extract(tree, target, maxBytes),
    close: () => zip.close(),
  }
}

interface ZippedTree {
  bytes: number
  /** False when it is damaged or encrypted. */
  extract(target: string, maxBytes: number): Promise<boolean>
  close(): void
}

/** By the files in a ZIP. */
export function spreadsheetKind(keys: string[]): 'xlsx' | 'ods' | undefined {
  if (keys.some((key) => WORKBOOK.test(key))) return 'xlsx'
  return keys.includes('content.xml') && keys.includes('META-INF/manifest.xml') ? 'ods' : undefined
}

export const WORKBOOK = /^xl\/workbook\d*\.xml$/i

/** Whether a local ZIP is a spreadsheet. */
export async function isSpreadsheet(file: string): Promise<boolean> {
  const zip = await openExportedZip(file)
  zip?.close()
  return zip !== undefined && spreadsheetKind(zip.keys()) !== undefined
}

/** Passes bytes through, and fails at the end when their checksum differs. */
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

/** Russian Windows writes names in its legacy encoding without declaring it. */
function nameOf({ fileNameRaw, generalPurposeBitFlag }: Entry): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(fileNameRaw)
  } catch {
    const isUtf8 = (generalPurposeBitFlag & UTF8_FLAG) !== 0
    return new TextDecoder(isUtf8 ? 'utf-8' : 'ibm866').decode(fileNameRaw)
  }
}

/** A ZIP of pictures. Names are matched without folders and regardless of case. */
export interface PhotosZip {
  has(name: string): boolean
  /** Writes one picture to a local file. False when it exceeds the size limit of pictures or cannot be read. */
  extract(name: string, file: string): Promise<boolean>
  close(): void
}

/** Undefined when the file is not a ZIP. */
export async function openPhotosZip(file: string): Promise<PhotosZip | undefined> {
  const zip = await openZip(file, keyOf)
  return (
    zip && {
      has: (name) => zip.sizeOf(keyOf(name)) !== undefined,
      extract: (name, target) => zip.extract(keyOf(name), target, PICTURE_MAX_BYTES),
      close: () => zip.close(),
    }
  )
}

function keyOf(name: string): string {
  return (name.split(/[\\/]/).at(-1) ?? '').trim().normalize('NFC').toLowerCase()
}
