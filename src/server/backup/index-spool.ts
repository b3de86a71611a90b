import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { once } from 'node:events'
import { type IndexLine } from './format'

const LINES_AT_A_TIME = 5_000

export interface IndexSpool {
  add(line: IndexLine): Promise<void>
  /** The added lines, in chunks. Nothing can be added afterwards. */
  pieces(): AsyncGenerator<string[]>
  /** The checksum of all added lines, hexadecimal. */
  sha256(): string
  remove(): Promise<void>
}

/** Holds the index in a file while the archive is written or read: it may have a line for each of a million files. */
export function createIndexSpool(file: string): IndexSpool {
  const spool = createWriteStream(file, { mode: 0o600 })
  const opened = once(spool, 'open')
  opened.catch(() => undefined)
  const closed = new Promise<void>((resolve) => spool.once('close', () => resolve()))
  let failure: Error | undefined
  spool.on('error', (error) => (failure = error))
  const hash = createHash('sha256')

  return {
    async add(line) {
      await opened
      if (failure) throw failure
      const text = `${JSON.stringify(line)}\n`
      hash.update(text)
      if (!spool.write(text)) await once(spool, 'drain')
    },

    async *pieces() {
      spool.end()
      await once(spool, 'finish')
      let piece: string[] = []
      for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
        piece.push(line)
        if (piece.length < LINES_AT_A_TIME) continue
        yield piece
        piece = []
      }
      if (piece.length > 0) yield piece
    },

    sha256: () => hash.copy().digest('hex'),

    async remove() {
      spool.end()
      await closed
      await rm(file, { force: true })
    },
  }
}
