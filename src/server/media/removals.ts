import type { Db } from '../db/schema'
import type { FileStore } from '../storage/file-store'
import { beginRemoval, claimDueRemoval, endRemoval } from './repository'

/** How long a removal belongs to the process that began it. */
const PATIENCE_SECONDS = 600

/** Takes files out of the store that are nobody's any more. */
export interface MediaRemovals {
  /** Those of these that nothing claimed. What fails is logged and left to `removeDue`. */
  removeNow(mediaIds: string[]): Promise<void>
  /** What deaths and failures left behind. */
  removeDue(): Promise<void>
}

interface Log {
  error(details: object, message: string): void
}

export function createMediaRemovals({ db, store, log }: { db: Db; store: FileStore; log: Log }): MediaRemovals {
  async function remove(mediaId: string): Promise<void> {
    await store.removeFolder(mediaId)
    await endRemoval(db, mediaId)
  }

  return {
    async removeNow(mediaIds) {
      try {
        for (const mediaId of mediaIds) {
          if (await beginRemoval(db, mediaId, PATIENCE_SECONDS)) await remove(mediaId)
        }
      } catch (error) {
        log.error({ err: error }, 'files are left to be removed later')
      }
    },

    async removeDue() {
      for (let due = await next(); due !== undefined; due = await next()) await remove(due)
    },
  }

  function next(): Promise<string | undefined> {
    return claimDueRemoval(db, PATIENCE_SECONDS)
  }
}
