import { type Kysely, type Migration, sql } from 'kysely'

/**
 * How many candles were lit, apart from the pages: a candle neither locks the row of its page nor announces a change of it.
 * `memorials.candles` stays as it is: it counts those that were lit before, and those of processes of the release before.
 * Frozen once released: a change is a new migration.
 */
export const candleCounts: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table candle_counts (
        memorial_id integer primary key references memorials on delete cascade,
        lit_in_all integer not null,
        day date not null,
        lit_that_day integer not null
      )`.execute(db)
    // Those of today are in both counts: in `memorials.candles` of all, and here of the day.
    await sql`
      insert into candle_counts (memorial_id, lit_in_all, day, lit_that_day)
      select distinct on (memorial_id) memorial_id, 0, day, count(*) from candles
      group by memorial_id, day order by memorial_id, day desc`.execute(db)
  },
}
