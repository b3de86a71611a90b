import { sql } from 'kysely'
import type { Db } from '../db/schema'

/** Ids from `first` to `last`, both included. */
interface IdRange {
  first: number
  last: number
}

interface FoundMemorial {
  id: number
  /** When its owner created or last changed it. */
  changed_at: Date
}

/** Which of the ranges 1–size, size+1–2·size and so on hold memorials that search engines may show, as numbers from 1. */
export async function findFilledRanges(db: Db, size: number): Promise<number[]> {
  // An index holds exactly these memorials, so each range costs one index lookup.
  const { rows } = await sql<{ part: number }>`
    select part::int from generate_series(1, (
      select coalesce(max(id), 0) / ${size}::int + 1 from memorials where public_status and indexable
    )) as part
    where exists (
      select 1 from memorials
      where public_status and indexable
        and id > (part - 1) * ${size}::int and id <= part * ${size}::int
    )
    order by part`.execute(db)
  return rows.map(({ part }) => part)
}

/** Memorials that search engines may show: the first `limit` of a range of ids. */
export async function listFindable(db: Db, { first, last }: IdRange, limit: number): Promise<FoundMemorial[]> {
  return db
    .selectFrom('memorials')
    .select('id')
    .select((eb) => eb.fn.coalesce('updated_at', 'created_at').as('changed_at'))
    .where('public_status', '=', true)
    .where('indexable', '=', true)
    .where('id', '>=', first)
    .where('id', '<=', last)
    .orderBy('id')
    .limit(limit)
    .execute()
}
