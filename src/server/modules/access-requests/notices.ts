import type { Db } from '../../db/schema'
import type { Letters } from '../../mail/letters'
import { createPageNotices, type RequestsToTellOf } from '../../mail/page-notices'
import type { Postman } from '../../mail/postman'
import { listPagesToTellOf, noteTold } from './notice-repository'
import { deleteRequestsForNothing } from './repository'

/**
 * Notifies keepers of access requests. A job sends the letters: the duration of the request itself would reveal whether the
 * page exists.
 */
export function createAccessNotices(parts: { db: Db; letters: Letters; postman: Pick<Postman, 'wake'> }) {
  const requests: RequestsToTellOf = {
    listPages: listPagesToTellOf,
    noteTold,
    letterOf: (page) => parts.letters.accessAsked(page),
  }
  const notices = createPageNotices({ ...parts, requests })
  return {
    /** Sends every letter that is due. */
    async sendAllDue(): Promise<void> {
      await deleteRequestsForNothing(parts.db)
      await notices.sendAllDue()
    },
  }
}
