import { PassThrough, Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { setImmediate as otherWork } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import sums from 'crc-32'
import type ZipStream from 'zip-stream'

/** The chunk size for files: more makes archives no faster, less makes them slower. */
export const ZIP_CHUNK_BYTES = 256 * 1024

// zip-stream takes its checksums from `crc-32`, which computes them in JavaScript: half the time of an archive. Node's are
// five times as fast. Both continue from the checksum so far; that of `crc-32` is signed.
Object.assign(sums, { buf: (bytes: Uint8Array, before = 0) => crc32(bytes, before >>> 0) | 0 })

/** A file in an archive: its path with slashes, and its bytes; `read` for what is compressed already. */
export type ZipEntry = { path: string } & (
  { content: Buffer | AsyncIterable<string> } | { read: () => Promise<Readable> }
)

/**
 * A ZIP archive of entries, which are requested one after another while it is read. Each is read to its end before the next
 * is requested, to hold no more of them in memory than necessary; a consumer that stops reading ends the stream. An entry
 * that fails fails the archive.
 */
export function zipOf(entries: AsyncIterable<ZipEntry>): Readable {
  const archive = new PassThrough({ highWaterMark: ZIP_CHUNK_BYTES })
  const abandoned = new AbortController()
  archive.on('close', () => abandoned.abort())

  async function write(): Promise<void> {
    // Loaded with the first archive: it takes a tenth of a second, which would delay every start.
    const { default: Zip } = await import('zip-stream')
    const zip = new Zip({ highWaterMark: ZIP_CHUNK_BYTES })
    // The archive reports how it ended.
    pipeline(zip, archive).catch(() => undefined)
    for await (const entry of entries) {
      if (archive.destroyed) return
      const store = 'read' in entry
      const source = store ? await entry.read() : Readable.from(entry.content, { objectMode: false })
      try {
        await Promise.all([
          add(zip, source, { name: entry.path, store }),
          finished(source, { signal: abandoned.signal }),
        ])
      } finally {
        source.destroy()
      }
    }
    await finish(zip as unknown as FinishingZip)
  }

  write().catch((error: unknown) => archive.destroy(error as Error))
  return archive
}

/** The parts of zip-stream that write the directory of the archive, which comes last. */
interface FinishingZip {
  /** Counts the bytes. */
  offset: number
  write(chunk: Uint8Array | string): boolean
  end(): void
  isZip64(): boolean
  _entries: object[]
  _archive: { centralOffset: number; centralLength: number }
  _writeCentralFileHeader(entry: object): void
  _writeCentralDirectoryZip64(): void
  _writeCentralDirectoryEnd(): void
}

/** So many entries take a few milliseconds. */
const ENTRIES_WITHOUT_PAUSE = 200

/**
 * As `zip.finish()`, which writes twenty small chunks for each entry in one go: 12 000 entries blocked the event loop for 75 to
 * 103 ms.
 */
async function finish(zip: FinishingZip): Promise<void> {
  const start = zip.offset
  for (let from = 0; from < zip._entries.length; from += ENTRIES_WITHOUT_PAUSE) {
    await otherWork()
    const entries = zip._entries.slice(from, from + ENTRIES_WITHOUT_PAUSE)
    writeInOneChunk(zip, () => entries.forEach((entry) => zip._writeCentralFileHeader(entry)))
  }
  Object.assign(zip._archive, { centralOffset: start, centralLength: zip.offset - start })
  if (zip.isZip64()) zip._writeCentralDirectoryZip64()
  zip._writeCentralDirectoryEnd()
  zip.end()
}

function writeInOneChunk(zip: FinishingZip, writeAll: () => void): void {
  const chunks: Uint8Array[] = []
  const write = zip.write.bind(zip)
  zip.write = (chunk) => chunks.push(Buffer.from(chunk)) > 0
  writeAll()
  zip.write = write
  write(Buffer.concat(chunks))
}

function add(zip: ZipStream, source: Readable, options: { name: string; store: boolean }): Promise<void> {
  return new Promise((resolve, reject) => {
    zip.entry(source, options, (error) => (error ? reject(error) : resolve()))
  })
}

/** So many take a few milliseconds. */
const SMALL_ITEMS = 200

/** Iterates over what an entry is made of, and yields to other requests before each `size` items: there may be thousands. */
export async function* inBatches<T>(items: Iterable<T>, size = SMALL_ITEMS): AsyncGenerator<T> {
  let count = 0
  for (const item of items) {
    if (count++ % size === 0) await otherWork()
    yield item
  }
}
