import { sql } from 'kysely'
import type { PersonName } from '@contract/names'
import type { CandleCounts, RememberedEvent } from '@contract/remembering'
import { litInAll } from '../../access/repository'
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

const selectCounts = prepared<{ memorial_id: number; day: string }, CandleCounts>((db, parameter) =>
  db
    .selectFrom('memorials')
    .leftJoin('candle_counts', (join) =>
      join.onRef('candle_counts.memorial_id', '=', 'memorials.id').on('candle_counts.day', '=', parameter('day')),
    )
    .select([sql<number>`coalesce(candle_counts.lit_that_day, 0)`.as('lit_today'), litInAll.as('lit_in_all')])
    .where('memorials.id', '=', parameter('memorial_id')),
)

/** Undefined when there is no such page. */
export async function countCandles(db: Db, memorial_id: number, day: string): Promise<CandleCounts | undefined> {
  const [counts] = await selectCounts(db, { memorial_id, day })
  return counts
}

/**
 * Writes candles of one day in one statement, and counts the new ones. Idempotent; skips candles of deleted pages. Returns the
 * counts of pages with a new candle.
 */
export async function insertCandles(db: Db, day: string, candles: Candle[]): Promise<Map<number, CandleCounts>> {
  const pages = candles.map(({ memorial_id }) => memorial_id)
  const hashes = candles.map(({ address_hash }) => address_hash)
  // Locks everything in the order of the pages, to avoid deadlocks between processes. The lock on a page only prevents its
  // deletion.
  const { rows } = await sql<CandleCounts & { memorial_id: number }>`
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

/** A due letter: the recipient and the day. */
export interface DueReminder extends PersonName {
  user_id: number
  memorial_id: number
  email: string
  /** The date of the birth or the death. */
  date: string
}

export async function hasReminder(db: Db, memorialId: number, userId: number): Promise<boolean> {
  const found = await db
    .selectFrom('reminders')
    .select('user_id')
    .where('memorial_id', '=', memorialId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return found !== undefined
}

/** Does nothing when the page has just been deleted. */
export async function insertReminder(db: Db, memorialId: number, userId: number): Promise<void> {
  await db
    .insertInto('reminders')
    .columns(['memorial_id', 'user_id'])
    .expression((eb) =>
      eb
        .selectFrom('memorials')
        .select(['id', sql<number>`${userId}::integer`.as('user_id')])
        .where('id', '=', memorialId)
        .forKeyShare(),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteReminder(db: Db, memorialId: number, userId: number): Promise<void> {
  await db.deleteFrom('reminders').where('memorial_id', '=', memorialId).where('user_id', '=', userId).execute()
}

/** The anniversaries of an event. 31 December is the day of the year 1231. Uses an index on exactly this expression. */
export async function listDueReminders(
  db: Db,
  event: RememberedEvent,
  { day, daysOfYear, daysBefore }: { day: string; daysOfYear: number[]; daysBefore: number },
): Promise<DueReminder[]> {
  const date = sql.ref<string>(`memorials.${event}_date`)
  return db
    .selectFrom('reminders')
    .innerJoin('memorials', 'memorials.id', 'reminders.memorial_id')
    .innerJoin('users', 'users.id', 'reminders.user_id')
    .select(['reminders.user_id', 'reminders.memorial_id', 'users.email'])
    .select(['memorials.lastname', 'memorials.name', 'memorials.surname', date.as('date')])
    .where(`memorials.${event}_precision`, '=', sql.lit('day' as const))
    .where(sql<number>`(extract(month from ${date}) * 100 + extract(day from ${date}))::integer`, 'in', daysOfYear)
    .where(date, '<', day)
    .where('users.is_active', '=', true)
    .where('users.is_verified', '=', true)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('reminders_sent')
            .select('reminders_sent.user_id')
            .whereRef('reminders_sent.user_id', '=', 'reminders.user_id')
            .whereRef('reminders_sent.memorial_id', '=', 'reminders.memorial_id')
            .where('reminders_sent.event', '=', event)
            .where('reminders_sent.day', '=', day)
            .where('reminders_sent.days_before', '=', daysBefore),
        ),
      ),
    )
    .orderBy('reminders.user_id')
    .orderBy('reminders.memorial_id')
    .execute()
}

/** False when the letter was already sent, or the reminder is off. Of two processes exactly one gets true. */
export async function recordReminderSent(
  tx: Db,
  sent: { user_id: number; memorial_id: number; event: RememberedEvent; day: string; days_before: number },
): Promise<boolean> {
  // Locked, so that neither the account nor the page is deleted before the letter is in the queue.
  const reminder = await tx
    .selectFrom('reminders')
    .select('user_id')
    .where('user_id', '=', sent.user_id)
    .where('memorial_id', '=', sent.memorial_id)
    .forShare()
    .executeTakeFirst()
  if (!reminder) return false
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('reminders_sent')
    .values(sent)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Deletes the records of past days. */
export async function deleteRemindersSentBefore(db: Db, day: string): Promise<void> {
  await db.deleteFrom('reminders_sent').where('day', '<', day).execute()
}
