import { fullName } from '@contract/names'
import type { Db } from '../../db/schema'
import type { Letters } from '../../mail/letters'
import { type LockedOwner, lockOwner, noteOwnerLetter } from '../../mail/owner-letter-repository'
import type { Postman } from '../../mail/postman'
import { enqueueLetter } from '../../mail/queue'
import { listOwnersToNotify, listPagesToMention } from './waiting-repository'

/**
 * Tells owners about memories that wait for them: at most one letter an hour. What comes within the hour is told by the
 * next letter, which a job sends if no further memory does.
 */
export function createOwnerNotices(parts: { db: Db; letters: Letters; postman: Pick<Postman, 'wake'> }) {
  const { db, letters, postman } = parts

  /** For an owner who is locked in this transaction. False when there is nothing to tell, or not yet. */
  async function sendIfDue(tx: Db, owner: LockedOwner): Promise<boolean> {
    if (!owner.is_due) return false
    const pages = await listPagesToMention(tx, owner.id)
    if (pages.length === 0) return false
    await enqueueLetter(tx, owner.email, letters.memoriesWait(pages.map(fullName)))
    await noteOwnerLetter(tx, owner.id, 'waitingMemories')
    return true
  }

  return {
    /**
     * Runs `leaveMemory`, which inserts a memory at a page of this owner, and writes to the owner if a letter is due.
     * The lock makes memories for one owner come one after another, so that none is missed between two letters.
     */
    async withNotice<T>(tx: Db, ownerId: number, leaveMemory: () => Promise<T>): Promise<T> {
      const owner = await lockOwner(tx, ownerId, 'waitingMemories')
      const left = await leaveMemory()
      if (owner) await sendIfDue(tx, owner)
      return left
    },

    /** Writes to all owners for whom a letter is due. */
    async sendAllDue(): Promise<void> {
      let hasWritten = false
      for (const ownerId of await listOwnersToNotify(db)) {
        hasWritten =
          (await db.transaction().execute(async (tx) => {
            // Another process may have written to them since the list was read.
            const owner = await lockOwner(tx, ownerId, 'waitingMemories')
            return owner !== undefined && sendIfDue(tx, owner)
          })) || hasWritten
      }
      if (hasWritten) postman.wake()
    },
  }
}
