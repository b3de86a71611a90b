import { sql } from 'kysely'
import type { Db } from '../../db/schema'

/** An account as the author of words: what it left as an account, and what came from its e-mails (in lower case). */
export interface Author {
  id: number
  emailKeys: string[]
}

/** For queries that have the table `memories`. */
export function isBy({ id, emailKeys }: Author) {
  return sql<boolean>`(memories.author_id = ${id} or lower(memories.author_email) in (${sql.join(emailKeys)}))`
}

/** Words that are approved as they come are approved in the transaction that stores them; a person needs longer to decide. */
const APPROVED_AT_ONCE = sql<boolean>`abs(extract(epoch from decided_at - memories.created_at)) < 1`

/**
 * Earlier releases did not note who left words. When a page gets another owner, those that were approved as they came are noted
 * as the owner's, unless somebody else kept or owned the page by then: before that they would have ended with the page.
 */
export async function noteWordsOfOwner(tx: Db, memorialId: number, ownerId: number): Promise<void> {
  await tx
    .updateTable('memories')
    .set({ author_id: ownerId })
    .where((eb) => eb.or([eb('memorials_id', '=', memorialId), eb('trashed_memorial_id', '=', memorialId)]))
    .where('author_id', 'is', null)
    .where('author_email', 'is', null)
    .where('status', '=', 'approved')
    .where(APPROVED_AT_ONCE)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('keepers')
            .select('user_id')
            .where('memorial_id', '=', memorialId)
            .whereRef('keepers.created_at', '<', 'memories.created_at'),
        ),
      ),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('audit_log')
            .select('id')
            .where('memorial_id', '=', memorialId)
            .where('event', '=', 'memorial_handed_over'),
        ),
      ),
    )
    .execute()
}
