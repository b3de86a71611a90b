import { sql } from 'kysely'
import type { Db } from '../../db/schema'

/** An account as the author of memories: those it left while signed in, and those from its e-mails (in lower case). */
export interface Author {
  id: number
  emailKeys: string[]
}

/** For queries that have the table `memories`. */
export function isBy({ id, emailKeys }: Author) {
  return sql<boolean>`(memories.author_id = ${id} or lower(memories.author_email) in (${sql.join(emailKeys)}))`
}

/** Automatic approval happens in the transaction that stores a memory; a person takes longer to decide. */
const APPROVED_AT_ONCE = sql<boolean>`abs(extract(epoch from decided_at - memories.created_at)) < 1`

/**
 * Earlier releases did not record who left a memory. When a page changes owners, automatically approved memories are recorded
 * as the owner's, unless the page had another keeper or owner by then: until now they would have been deleted with the page.
 */
export async function recordMemoriesOfOwner(tx: Db, memorialId: number, ownerId: number): Promise<void> {
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
