import { sql } from 'kysely'
import { memorialIdsOfKeeper } from '../../access/repository'
import type { Db } from '../../db/schema'
import type { FamilyTie } from './gedcom'

/** The ids of all pages that an account owns or keeps; undefined when there is no such active account. */
export async function listPagesOf(db: Db, userId: number): Promise<number[] | undefined> {
  const account = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('is_active', '=', true)
    .executeTakeFirst()
  if (!account) return undefined
  const pages = await db
    .selectFrom('memorials')
    .select('id')
    .where('id', 'in', memorialIdsOfKeeper(userId))
    .orderBy('id')
    .execute()
  return pages.map(({ id }) => id)
}

/** The relations among the people of these pages. */
export async function listTiesAmong(db: Db, ids: number[]): Promise<FamilyTie[]> {
  if (ids.length === 0) return []
  return (
    db
      .selectFrom('relations')
      .select(['memorial_id as person', 'other_id as other', 'kind'])
      .where('status', '=', 'approved')
      // Arrays as parameters: one parameter per id could exceed the limit of a statement.
      .where('memorial_id', '=', sql<number>`any (${ids}::integer[])`)
      .where('other_id', '=', sql<number>`any (${ids}::integer[])`)
      .orderBy('id')
      .execute()
  )
}
