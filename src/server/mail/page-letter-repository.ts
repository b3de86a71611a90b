import { sql } from 'kysely'
import { clock } from '../db/instants'
import type { Db } from '../db/schema'

/** Between two letters to the keepers of one page about requests. */
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

/** Starts the hour anew. In the transaction that puts the letter into the queue. */
export async function notePageLetter(tx: Db, id: number): Promise<void> {
  await tx.updateTable('memorials').set({ told_of_requests_at: clock() }).where('id', '=', id).execute()
}

/** The condition for queries that have the table `memorials`. */
export function isPageLetterDue() {
  const last = sql.ref('memorials.told_of_requests_at')
  return sql<boolean>`(${last} is null or ${last} <= clock_timestamp() - make_interval(secs => ${PAUSE_SECONDS}))`
}
