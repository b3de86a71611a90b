import { sql } from 'kysely'
import { clock } from '../db/instants'
import type { Db } from '../db/schema'

/** The minimum time between two letters about requests to the keepers of one page. */
const PAUSE_SECONDS = 3600

export type LockedPage = NonNullable<Awaited<ReturnType<typeof lockPageToTellOf>>>

/** The page, locked until the transaction ends; undefined when no letter about requests may be sent now. */
export async function lockPageToTellOf(tx: Db, id: number) {
  return tx
    .selectFrom('memorials')
    .select(['id', 'lastname', 'name', 'surname'])
    .where('id', '=', id)
    .where('user_id', 'is not', null)
    .where(isPageLetterDue())
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Restarts the hour. Call it in the transaction that enqueues the letter. */
export async function notePageLetter(tx: Db, id: number): Promise<void> {
  await tx.updateTable('memorials').set({ told_of_requests_at: clock() }).where('id', '=', id).execute()
}

/** A condition for queries on the table `memorials`. */
export function isPageLetterDue() {
  const last = sql.ref('memorials.told_of_requests_at')
  return sql<boolean>`(${last} is null or ${last} <= clock_timestamp() - make_interval(secs => ${PAUSE_SECONDS}))`
}
