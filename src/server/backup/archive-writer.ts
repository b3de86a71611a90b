import { createHash } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { type Readable, Transform, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { pack as createPack } from 'tar-stream'
import { FileSink } from '../lib/file-sink'
import type { IndexLine } from './format'

export interface ArchiveWriter {
  add(name: string, content: Buffer): Promise<IndexLine>
  /** `size` must be the length of the stream. */
  addStream(name: string, content: { size: number; stream: Readable }): Promise<IndexLine>
  /** Renames a file to its final name. Resolves once it is on disk. */
  finish(): Promise<void>
  /** Removes a file. What a stream got cannot be read as an archive. */
  abandon(): Promise<void>
}

/**
 * Writes a tar archive into a stream, or a file that only its owner may read. An existing file of this name is replaced
 * at the end.
 */
export async function createArchiveWriter(
  target: string | Writable,
  encrypt?: (plain: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>,
): Promise<ArchiveWriter> {
  const mtime = new Date()
  const pack = createPack()
  const file = typeof target === 'string' ? await createUnfinishedFile(target) : undefined
  const sink = file?.sink ?? (target as Writable)
  const written = encrypt ? pipeline(encrypt(pack as unknown as AsyncIterable<Uint8Array>), sink) : pipeline(pack, sink)
  // A write failure is reported to the caller that awaits `written` or adds to the archive. One listener for all
  // entries: a promise retains its listeners until it settles, and there may be a million files.
  let failure: Error | undefined
  const waiting = new Set<(error: Error) => void>()
  written.then(() => fail(new Error('the archive was ended too early')), fail)
  const headerOf = (name: string, size: number) => ({ name, size, mtime, mode: 0o600 })

  return {
    async add(name, content) {
      await orFailure(
        new Promise<void>((resolve, reject) => {
          const entry = pack.entry(headerOf(name, content.length), content, (error) =>
            error ? reject(error) : resolve(),
          )
          // The callback has reported it; an unhandled 'error' event would end the process.
          entry.on('error', () => undefined)
        }),
      )
      return { name, size: content.length, sha256: createHash('sha256').update(content).digest('hex') }
    },

    async addStream(name, { size, stream }) {
      const hash = createHash('sha256')
      const hashing = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          hash.update(chunk)
          done(null, chunk)
        },
      })
      await orFailure(pipeline(stream, hashing, pack.entry(headerOf(name, size))))
      return { name, size, sha256: hash.digest('hex') }
    },

    async finish() {
      pack.finalize()
      await written
      await file?.finish()
    },

    async abandon() {
      pack.destroy()
      await written.catch(() => undefined)
      await file?.remove()
    },
  }

  /** On a full disk the archive's own stream fails, and its input is no longer consumed. */
  function orFailure(adding: Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      if (failure) reject(failure)
      waiting.add(reject)
      void adding.then(resolve, reject).finally(() => waiting.delete(reject))
    })
  }

  function fail(error: Error): void {
    failure = error
    for (const reject of waiting) reject(error)
  }
}

async function createUnfinishedFile(file: string) {
  const unfinished = `${file}.part`
  const remove = () => rm(unfinished, { force: true })
  // Left over from an earlier backup that was killed.
  await remove()
  return {
    sink: await FileSink.open(unfinished),
    remove,
    async finish() {
      await rename(unfinished, file)
      await flush(path.dirname(file))
    },
  }
}

async function flush(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
