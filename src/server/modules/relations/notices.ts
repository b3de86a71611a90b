import { listKeeperEmails } from '../../access/keeper-repository'
import type { Db } from '../../db/schema'
import type { Letters } from '../../mail/letters'
import { lockPageToTellOf, notePageLetter } from '../../mail/page-letter-repository'
import type { Postman } from '../../mail/postman'
import { enqueueLetter } from '../../mail/queue'
import { listPagesToTellOf, noteTold } from './repository'

/** Tells keepers of requests to name a relative: at most one letter an hour for each page, requests to be let in among them. */
export function createRelationNotices(parts: { db: Db; letters: Letters; postman: Pick<Postman, 'wake'> }) {
  const { db, letters, postman } = parts

  /** False when another process has told them since the list was read, or there is nobody to tell. */
  async function tellOf(tx: Db, memorialId: number): Promise<boolean> {
    const page = await lockPageToTellOf(tx, memorialId)
    const emails = page ? await listKeeperEmails(tx, page.id) : []
    if (!page || emails.length === 0 || (await noteTold(tx, page.id)) === 0) return false
    await notePageLetter(tx, page.id)
    for (const email of emails) await enqueueLetter(tx, email, letters.relationAsked(page))
    return true
  }

  return {
    /** Writes to all keepers for whom a letter is due. */
    async sendAllDue(): Promise<void> {
      let hasWritten = false
      for (const id of await listPagesToTellOf(db)) {
        hasWritten = (await db.transaction().execute((tx) => tellOf(tx, id))) || hasWritten
      }
      if (hasWritten) postman.wake()
    },
  }
}
