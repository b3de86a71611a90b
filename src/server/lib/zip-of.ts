import { createHash } from 'node:crypto'
import { PassThrough, Readable, Transform } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** A file of an archive: its path with slashes, and its bytes; what is read as a stream says how many they are. */
export type ZipEntry = { path: string } & ({ content: Buffer } | { size: number; read: () => Promise<Readable> })

/**
 * A ZIP archive of entries, which are asked for one after another while it is read. Each is read to its end before the next
 * is asked for, so that no more of them is in memory than has to be; whoever stops reading the archive ends the stream. An
 * entry that fails, or is not as long as was said, fails the archive.
 */
export function zipOf(entries: AsyncIterable<ZipEntry>): Readable {
  const zip = new ZipFile()
  const archive = new PassThrough()
  const abandoned = new AbortController()
  archive.on('close', () => abandoned.abort())
  zip.on('error', (error: Error) => archive.destroy(error))
  // How it ended is told by the archive.
  pipeline(zip.outputStream, archive).catch(() => undefined)

  async function write(): Promise<void> {
    for await (const entry of entries) {
      if (archive.destroyed) return
      // What people send as files is compressed already.
      const compress = 'content' in entry
      const [source, size] = compress
        ? [Readable.from(entry.content), entry.content.length]
        : [await entry.read(), entry.size]
      try {
        zip.addReadStream(source, entry.path, { size, compress })
        await finished(source, { signal: abandoned.signal })
      } finally {
        source.destroy()
      }
    }
    zip.end()
  }

  write().catch((error: unknown) => archive.destroy(error as Error))
  return archive
}

/** Passes bytes on. `sha256` is that of all of them in hexadecimal, once they have passed. */
export function hashing(): Transform & { sha256: () => string } {
  const hash = createHash('sha256')
  const passing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  return Object.assign(passing, { sha256: () => hash.digest('hex') })
}
