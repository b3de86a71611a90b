import type { Db } from '../db/schema'
import { createSemaphore } from '../lib/semaphore'
import type { Log } from '../lib/log'
import type { FileStore } from '../storage/file-store'
import { beginRemoval, claimDueRemoval, endRemoval } from './repository'

/** How long a claimed removal belongs to its process. */
const CLAIM_SECONDS = 600

/** Deletions in an object store are slow, and a memorial may have hundreds of files. */
const MAX_AT_ONCE = 4

/** Removes files from the store that no row references any more. */
export interface MediaRemovals {
  /** Removes those of these files that no change has claimed. Failures are logged and left to `removeDue`. */
  removeNow(mediaIds: string[]): Promise<void>
  /** The same in the background. */
  removeSoon(mediaIds: string[]): void
  /** Removes what crashes and failures left over. */
  removeDue(): Promise<void>
  /** Resolves when no background removal is running. */
  settled(): Promise<void>
  /** Finishes the removals in progress. `removeDue` does the rest at the next start. */
  stop(): Promise<void>
}

export function createMediaRemovals({
  db,
  store,
  log,
}: {
  db: Db
  store: FileStore
  log: Pick<Log, 'error'>
}): MediaRemovals {
  const runLimited = createSemaphore(MAX_AT_ONCE, Infinity)
  const underWay = new Set<Promise<void>>()
  let isStopped = false

  async function remove(mediaId: string): Promise<void> {
    await store.removeFolder(mediaId)
    await endRemoval(db, mediaId)
  }

  async function removeNow(mediaIds: string[]): Promise<void> {
    let failures = 0
    const removeOne = async (mediaId: string) => {
      if (failures > 0 || isStopped) return
      try {
        if (await beginRemoval(db, mediaId, CLAIM_SECONDS)) await remove(mediaId)
      } catch (error) {
        failures += 1
        if (failures === 1) log.error({ err: error }, 'files are left to be removed later')
      }
    }
    await Promise.all(mediaIds.map((mediaId) => runLimited(() => removeOne(mediaId))))
  }

  return {
    removeNow,

    removeSoon(mediaIds) {
      const removal = removeNow(mediaIds).finally(() => underWay.delete(removal))
      underWay.add(removal)
    },

    async settled() {
      while (underWay.size > 0) await Promise.all(underWay)
    },

    async stop() {
      isStopped = true
      await this.settled()
    },

    async removeDue() {
      for (let due = await next(); due !== undefined; due = await next()) await remove(due)
    },
  }

  function next(): Promise<string | undefined> {
    return claimDueRemoval(db, CLAIM_SECONDS)
  }
}
