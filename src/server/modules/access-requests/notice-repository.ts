import { sql } from 'kysely'
import { clock } from '../../db/instants'
import type { Db } from '../../db/schema'

/** Between two letters to the keepers of one page. */
const PAUSE_SECONDS = 3600

/** Pages with waiting requests that no letter has told of, if a letter may be sent now. */
export async function listPagesToTellOf(db: Db): Promise<number[]> {
  const pages = await db
    .selectFrom('access_requests')
    .innerJoin('memorials', 'memorials.id', 'access_requests.memorial_id')
    .select('memorials.id')
    .distinct()
    .where('memorials.user_id', 'is not', null)
    .where('access_requests.status', '=', 'pending')
    .where('access_requests.is_told', '=', false)
    .where(isDue())
    .execute()
  return pages.map(({ id }) => id)
}

/** The page, locked until the transaction ends; undefined when no letter may be sent now. */
export async function lockPageToTellOf(tx: Db, id: number) {
  return tx
    .selectFrom('memorials')
    .select(['id', 'lastname', 'name', 'surname'])
    .where('id', '=', id)
    .where('user_id', 'is not', null)
    .where(isDue())
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Marks what a letter tells of now. Returns how many requests that are. */
export async function noteTold(tx: Db, memorialId: number): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('access_requests')
    .set({ is_told: true })
    .where('memorial_id', '=', memorialId)
    .where('status', '=', 'pending')
    .where('is_told', '=', false)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n) {
    await tx.updateTable('memorials').set({ told_of_requests_at: clock() }).where('id', '=', memorialId).execute()
  }
  return Number(numUpdatedRows)
}

function isDue() {
  const last = sql.ref('memorials.told_of_requests_at')
  return sql<boolean>`(${last} is null or ${last} <= clock_timestamp() - make_interval(secs => ${PAUSE_SECONDS}))`
}
