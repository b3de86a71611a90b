import { listKeeperIds } from '../../access/keeper-repository'
import type { Db } from '../../db/schema'
import type { Letters } from '../../mail/letters'
import { type LockedOwner, lockOwner, noteOwnerLetter } from '../../mail/owner-letter-repository'
import type { Postman } from '../../mail/postman'
import { enqueueLetter } from '../../mail/queue'
import { countWordsToTell, listKeepersToNotify, listWordsToTell } from './waiting-repository'

/**
 * Tells those who keep a page about memories that wait for them: at most one letter an hour, or one a day, as each has
 * chosen. What comes in between is told by the next letter, which a job sends if no further memory does.
 */
export function createKeeperNotices(parts: { db: Db; letters: Letters; postman: Pick<Postman, 'wake'> }) {
  const { db, letters, postman } = parts

  /** For an account that is locked in this transaction. False when there is nothing to tell, or not yet. */
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
     * Runs `leaveMemory`, which inserts a memory at this page, and writes to those of its keepers for whom a letter is due.
     * The locks make memories for one keeper come one after another, so that none is missed between two letters.
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

    /** Writes to all accounts for which a letter is due. */
    async sendAllDue(): Promise<void> {
      let hasWritten = false
      for (const id of await listKeepersToNotify(db)) {
        hasWritten =
          (await db.transaction().execute(async (tx) => {
            // Another process may have written to them since the list was read.
            const keeper = await lockOwner(tx, id, 'waitingMemories')
            return keeper !== undefined && sendIfDue(tx, keeper)
          })) || hasWritten
      }
      if (hasWritten) postman.wake()
    },
  }
}
