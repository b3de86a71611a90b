import { sql } from 'kysely'
import type { Candles } from '@contract/remembering'
import { litInAll } from '../../access/memorial-repository'
import { prepared } from '../../db/prepared'
import type { Db } from '../../db/schema'

/** A candle of a day. `address_hash` identifies the network that it was lit from. */
export interface Candle {
  memorial_id: number
  day: string
  address_hash: Buffer
}

const selectCandle = prepared<Candle, { memorial_id: number }>((db, parameter) =>
  db
    .selectFrom('candles')
    .select('memorial_id')
    .where('memorial_id', '=', parameter('memorial_id'))
    .where('day', '=', parameter('day'))
    .where('address_hash', '=', parameter('address_hash')),
)

/** Whether a candle was lit from this network on this day. */
export async function isLit(db: Db, candle: Candle): Promise<boolean> {
  return (await selectCandle(db, candle)).length > 0
}

const selectCounts = prepared<{ memorial_id: number; day: string }, Candles>((db, parameter) =>
  db
    .selectFrom('memorials')
    .leftJoin('candle_counts', (join) =>
      join.onRef('candle_counts.memorial_id', '=', 'memorials.id').on('candle_counts.day', '=', parameter('day')),
    )
    .select([sql<number>`coalesce(candle_counts.lit_that_day, 0)`.as('lit_today'), litInAll.as('lit_in_all')])
    .where('memorials.id', '=', parameter('memorial_id')),
)

/** Undefined when there is no such page. */
export async function countCandles(db: Db, memorial_id: number, day: string): Promise<Candles | undefined> {
  const [counts] = await selectCounts(db, { memorial_id, day })
  return counts
}

/**
 * Writes candles of one day in one statement, and counts the new ones. Idempotent; skips candles of deleted pages. Returns the
 * counts of pages with a new candle.
 */
export async function insertCandles(db: Db, day: string, candles: Candle[]): Promise<Map<number, Candles>> {
  const pages = candles.map(({ memorial_id }) => memorial_id)
  const hashes = candles.map(({ address_hash }) => address_hash)
  // Locks everything in the order of the pages, to avoid deadlocks between processes. The lock on a page only prevents its
  // deletion.
  const { rows } = await sql<Candles & { memorial_id: number }>`
    with pages as materialized (
      select id from memorials where id = any (${pages}::integer[]) order by id for key share
    ), lit as (
      insert into candles (memorial_id, day, address_hash)
      select pages.id, ${day}::date, address_hash
      from unnest(${pages}::integer[], ${hashes}::bytea[]) as sent (memorial_id, address_hash)
        join pages on pages.id = sent.memorial_id
      order by pages.id, address_hash
      on conflict do nothing
      returning memorial_id
    )
    insert into candle_counts as counts (memorial_id, lit_in_all, day, lit_that_day)
    select memorial_id, count(*), ${day}::date, count(*) from lit group by memorial_id order by memorial_id
    on conflict (memorial_id) do update set
      lit_in_all = counts.lit_in_all + excluded.lit_in_all,
      day = greatest(counts.day, excluded.day),
      lit_that_day = case
        when counts.day < excluded.day then excluded.lit_that_day
        when counts.day = excluded.day then counts.lit_that_day + excluded.lit_that_day
        else counts.lit_that_day
      end
    returning memorial_id, lit_that_day as lit_today,
      lit_in_all + (select candles from memorials where id = counts.memorial_id) as lit_in_all`.execute(db)
  return new Map(rows.map(({ memorial_id, ...counts }) => [memorial_id, counts]))
}

/** Visitors can then light new ones. The total stays. */
export async function deleteCandlesBefore(db: Db, day: string): Promise<void> {
  await db.deleteFrom('candles').where('day', '<', day).execute()
}
