import { PassThrough, Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import sums from 'crc-32'
import type ZipStream from 'zip-stream'

/** How much of a file is passed on at once: more makes archives no quicker, less makes them slower. */
export const ZIP_CHUNK_BYTES = 256 * 1024

// zip-stream takes its sums of `crc-32`, which works them out in JavaScript: half the time of an archive. Node's are five
// times as quick. Both go on from the sum of what came before; that of `crc-32` is signed.
Object.assign(sums, { buf: (bytes: Uint8Array, before = 0) => crc32(bytes, before >>> 0) | 0 })

/** A file of an archive: its path with slashes, and its bytes. */
export type ZipEntry = { path: string } & ({ content: Buffer } | { read: () => Promise<Readable> })

/**
 * A ZIP archive of entries, which are asked for one after another while it is read. Each is read to its end before the next
 * is asked for, so that no more of them is in memory than has to be; whoever stops reading the archive ends the stream. An
 * entry that fails fails the archive.
 */
export function zipOf(entries: AsyncIterable<ZipEntry>): Readable {
  const archive = new PassThrough({ highWaterMark: ZIP_CHUNK_BYTES })
  const abandoned = new AbortController()
  archive.on('close', () => abandoned.abort())

  async function write(): Promise<void> {
    // Loaded with the first archive: it takes a tenth of a second, and a server that starts is waited for.
    const { default: Zip } = await import('zip-stream')
    const zip = new Zip({ highWaterMark: ZIP_CHUNK_BYTES })
    // How it ended is told by the archive.
    pipeline(zip, archive).catch(() => undefined)
    for await (const entry of entries) {
      if (archive.destroyed) return
      // What people send as files is compressed already.
      const store = 'read' in entry
      const source = store ? await entry.read() : Readable.from(entry.content)
      try {
        await Promise.all([
          add(zip, source, { name: entry.path, store }),
          finished(source, { signal: abandoned.signal }),
        ])
      } finally {
        source.destroy()
      }
    }
    zip.finish()
  }

  write().catch((error: unknown) => archive.destroy(error as Error))
  return archive
}

function add(zip: ZipStream, source: Readable, options: { name: string; store: boolean }): Promise<void> {
  return new Promise((resolve, reject) => {
    zip.entry(source, options, (error) => (error ? reject(error) : resolve()))
  })
}
