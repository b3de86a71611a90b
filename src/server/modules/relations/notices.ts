import type { Db } from '../../db/schema'
import type { Letters } from '../../mail/letters'
import { createPageNotices, type RequestsToTellOf } from '../../mail/page-notices'
import type { Postman } from '../../mail/postman'
import { listPagesToTellOf, noteTold } from './repository'

/** Notifies keepers of requests to name a relative. */
export function createRelationNotices(parts: { db: Db; letters: Letters; postman: Pick<Postman, 'wake'> }) {
  const requests: RequestsToTellOf = {
    listPages: listPagesToTellOf,
    noteTold,
    letterOf: (page) => parts.letters.relationAsked(page),
  }
  return createPageNotices({ ...parts, requests })
}
