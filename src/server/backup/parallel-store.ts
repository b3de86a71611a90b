import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { contentTypeOf } from '../media/content-type'
import type { FileStore } from '../storage/file-store'

const STORED_AT_ONCE = 8

export interface ParallelStore {
  /**
   * Resolves to the size in bytes once the content is read; the store may not have it yet.
   * @throws the store's error for this file or an earlier one
   */
  put(key: string, content: AsyncIterable<Buffer>): Promise<number>
  /** Resolves once the store has all files. */
  allStored(): Promise<void>
  /** Resolves once no file is in progress, successful or not. */
  settled(): Promise<void>
}

/**
 * Puts files into a store, several at once, because each waits for a disk or a network. Their temporary files lie in
 * `folder`.
 */
export function createParallelStore(store: FileStore, folder: string): ParallelStore {
  // Failed ones stay, so that the next call reports the failure.
  const underWay = new Set<Promise<void>>()
  let count = 0

  return {
    async put(key, content) {
      const file = path.join(folder, `file-${++count}`)
      const sink = createWriteStream(file)
      await pipeline(content, sink)
      while (underWay.size >= STORED_AT_ONCE) await Promise.race(underWay)
      const stored = store.put(key, file, contentTypeOf(key)).then(() => void underWay.delete(stored))
      stored.catch(() => undefined)
      underWay.add(stored)
      return sink.bytesWritten
    },

    async allStored() {
      await Promise.all(underWay)
    },

    async settled() {
      await Promise.allSettled(underWay)
    },
  }
}
