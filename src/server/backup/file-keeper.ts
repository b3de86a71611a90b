import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { contentTypeOf } from '../media/content-type'
import type { FileStore } from '../storage/file-store'

const KEPT_AT_ONCE = 8

export interface FileKeeper {
  /**
   * Resolves to the size in bytes once the content is read; the store may not have it yet.
   * @throws the store's error for this file or an earlier one
   */
  keep(key: string, content: AsyncIterable<Buffer>): Promise<number>
  /** Resolves once the store has all files. */
  allKept(): Promise<void>
  /** Resolves once no file is in progress, successful or not. */
  settled(): Promise<void>
}

/**
 * Puts files into a store, several at once, because each waits for a disk or a network. Their temporary files lie in
 * `folder`.
 */
export function createFileKeeper(store: FileStore, folder: string): FileKeeper {
  // Failed ones stay, so that the next call reports the failure.
  const underWay = new Set<Promise<void>>()
  let count = 0

  return {
    async keep(key, content) {
      const file = path.join(folder, `file-${++count}`)
      const sink = createWriteStream(file)
      await pipeline(content, sink)
      while (underWay.size >= KEPT_AT_ONCE) await Promise.race(underWay)
      const kept = store.keep(key, file, contentTypeOf(key)).then(() => void underWay.delete(kept))
      kept.catch(() => undefined)
      underWay.add(kept)
      return sink.bytesWritten
    },

    async allKept() {
      await Promise.all(underWay)
    },

    async settled() {
      await Promise.allSettled(underWay)
    },
  }
}
