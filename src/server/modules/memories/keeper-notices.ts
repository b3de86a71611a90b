import { listKeeperIds } from '../../access/keeper-repository'
import type { Db } from '../../db/schema'
import type { Letters } from '../../mail/letters'
import { type LockedOwner, lockOwner, noteOwnerLetter } from '../../mail/owner-letter-repository'
import type { Postman } from '../../mail/postman'
import { enqueueLetter } from '../../mail/queue'
import { countWordsToTell, listKeepersToNotify, listWordsToTell } from './waiting-repository'

/**
 * Notifies keepers of pending memories: at most one letter an hour or a day, as each has chosen. Memories that arrive in between
 * go into the next letter, which a job sends if no further memory triggers it.
 */
export function createKeeperNotices(parts: { db: Db; letters: Letters; postman: Pick<Postman, 'wake'> }) {
  const { db, letters, postman } = parts

  /** For an account that is locked in this transaction. False when there is nothing to send, or not yet. */
  async function sendIfDue(tx: Db, keeper: LockedOwner): Promise<boolean> {
    if (!keeper.is_due) return false
    const words = await listWordsToTell(tx, keeper.id)
    if (words.length === 0) return false
    await enqueueLetter(tx, keeper.email, letters.memoriesWait(words, await countWordsToTell(tx, keeper.id)))
    await noteOwnerLetter(tx, keeper.id, 'waitingMemories')
    return true
  }

  return {
    /**
     * Runs `leaveMemory`, which inserts a memory on this page, and sends the letters that are due to its keepers. The locks
     * serialise memories for one keeper, so that none is missed between two letters.
     */
    async withNotice<T>(tx: Db, memorialId: number, leaveMemory: () => Promise<T>): Promise<T> {
      const keepers: LockedOwner[] = []
      for (const id of await listKeeperIds(tx, memorialId)) {
        const keeper = await lockOwner(tx, id, 'waitingMemories')
        if (keeper) keepers.push(keeper)
      }
      const left = await leaveMemory()
      for (const keeper of keepers) await sendIfDue(tx, keeper)
      return left
    },

    /** Sends every letter that is due. */
    async sendAllDue(): Promise<void> {
      let hasWritten = false
      for (const id of await listKeepersToNotify(db)) {
        hasWritten =
          (await db.transaction().execute(async (tx) => {
            // Another process may have sent the letter since the list was read.
            const keeper = await lockOwner(tx, id, 'waitingMemories')
            return keeper !== undefined && sendIfDue(tx, keeper)
          })) || hasWritten
      }
      if (hasWritten) postman.wake()
    },
  }
}
