import type { Db } from '../../db/schema'
import type { Letters } from '../../mail/letters'
import { createPageNotices, type RequestsToTellOf } from '../../mail/page-notices'
import type { Postman } from '../../mail/postman'
import { listPagesToTellOf, noteTold } from './notice-repository'
import { deleteRequestsForNothing } from './repository'

/**
 * Tells keepers of requests to be let in. A job does it, and not the request itself, whose time would tell whether there is
 * such a page.
 */
export function createAccessNotices(parts: { db: Db; letters: Letters; postman: Pick<Postman, 'wake'> }) {
  const requests: RequestsToTellOf = {
    listPages: listPagesToTellOf,
    noteTold,
    letterOf: (page) => parts.letters.accessAsked(page),
  }
  const notices = createPageNotices({ ...parts, requests })
  return {
    /** Writes to all keepers for whom a letter is due. */
    async sendAllDue(): Promise<void> {
      await deleteRequestsForNothing(parts.db)
      await notices.sendAllDue()
    },
  }
}
