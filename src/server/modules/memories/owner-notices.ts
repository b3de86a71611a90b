import { fullName } from '@contract/names'
import type { Db } from '../../db/schema'
import type { Letters } from '../../mail/letters'
import type { Postman } from '../../mail/postman'
import { enqueueLetter } from '../../mail/queue'
import { type HeldOwner, holdOwner, listOwnersToTell, listUntoldPages, noteTold } from './owner-repository'

export type OwnerNotices = ReturnType<typeof createOwnerNotices>

/**
 * Tells owners of words that wait: at most a letter an hour, and of what came in between the next one tells, which a job
 * sees to when no more words come.
 */
export function createOwnerNotices(parts: { db: Db; letters: Letters; postman: Pick<Postman, 'wake'> }) {
  const { db, letters, postman } = parts

  /** For an owner who is held in this transaction. False when there is nothing to tell, or not yet. */
  async function tell(tx: Db, owner: HeldOwner): Promise<boolean> {
    if (!owner.may_be_told) return false
    const pages = await listUntoldPages(tx, owner.id)
    if (pages.length === 0) return false
    await enqueueLetter(tx, owner.email, letters.memoriesWait(pages.map(fullName)))
    await noteTold(tx, owner.id)
    return true
  }

  return {
    /**
     * Runs `leaveWords`, which inserts words at a page of this owner, and tells of them if it is time. Words to one owner
     * come one after another, so that none fall between two letters.
     */
    async telling<T>(tx: Db, ownerId: number, leaveWords: () => Promise<T>): Promise<T> {
      const owner = await holdOwner(tx, ownerId)
      const left = await leaveWords()
      if (owner) await tell(tx, owner)
      return left
    },

    /** Tells all who can be told now of what no letter has told yet. */
    async tellAllDue(): Promise<void> {
      let hasWritten = false
      for (const ownerId of await listOwnersToTell(db)) {
        hasWritten =
          (await db.transaction().execute(async (tx) => {
            // Meanwhile another process may have told them.
            const owner = await holdOwner(tx, ownerId)
            return owner !== undefined && tell(tx, owner)
          })) || hasWritten
      }
      if (hasWritten) postman.wake()
    },
  }
}
