import type { Db } from '../../db/schema'
import { isPageLetterDue } from '../../mail/page-letter-repository'

/** Closed pages with pending requests that no letter has announced, if a letter is due. */
export async function listPagesToTellOf(db: Db): Promise<number[]> {
  const pages = await db
    .selectFrom('access_requests')
    .innerJoin('memorials', 'memorials.id', 'access_requests.memorial_id')
    .select('memorials.id')
    .distinct()
    .where('memorials.user_id', 'is not', null)
    // Pages made public since then are readable without a link.
    .where('memorials.public_status', '=', false)
    .where('access_requests.status', '=', 'pending')
    .where('access_requests.is_told', '=', false)
    .where(isPageLetterDue())
    .execute()
  return pages.map(({ id }) => id)
}

/** Marks the requests that a letter announces. Returns their number. */
export async function noteTold(tx: Db, memorialId: number): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('access_requests')
    .set({ is_told: true })
    .where('memorial_id', '=', memorialId)
    .where('status', '=', 'pending')
    .where('is_told', '=', false)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}
