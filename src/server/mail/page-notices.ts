import { listKeeperEmails } from '../access/keeper-repository'
import type { Db } from '../db/schema'
import type { Letter } from './letter'
import { type LockedPage, lockPageToTellOf, notePageLetter } from './page-letter-repository'
import type { Postman } from './postman'
import { enqueueLetter } from './queue'

/** Requests of one kind about which keepers are notified by letter. */
export interface RequestsToTellOf {
  /** Ids of the pages for which a letter is due. */
  listPages(db: Db): Promise<number[]>
  /** Marks the pending requests as notified. Returns their number. */
  noteTold(tx: Db, memorialId: number): Promise<number>
  letterOf: (page: LockedPage) => Letter
}

/** Notifies keepers about requests: at most one letter an hour for each page, for all kinds of requests together. */
export function createPageNotices(parts: { db: Db; postman: Pick<Postman, 'wake'>; requests: RequestsToTellOf }) {
  const { db, postman, requests } = parts

  /**
   * False when another process has notified them since the list was read, or there is no recipient: then the request
   * waits until an owner who deleted the account returns.
   */
  async function tellOf(tx: Db, memorialId: number): Promise<boolean> {
    const page = await lockPageToTellOf(tx, memorialId)
    const emails = page ? await listKeeperEmails(tx, page.id) : []
    if (!page || emails.length === 0 || (await requests.noteTold(tx, page.id)) === 0) return false
    await notePageLetter(tx, page.id)
    for (const email of emails) {
      await enqueueLetter(tx, email, requests.letterOf(page), { memorialId: page.id })
    }
    return true
  }

  return {
    /** Notifies all keepers for whom a letter is due. */
    async sendAllDue(): Promise<void> {
      let hasWritten = false
      for (const id of await requests.listPages(db)) {
        hasWritten = (await db.transaction().execute((tx) => tellOf(tx, id))) || hasWritten
      }
      if (hasWritten) postman.wake()
    },
  }
}
