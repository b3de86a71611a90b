import { type Kysely, type Migration, sql } from 'kysely'

/** Frozen once released: a change is a new migration. */
export const archiveFacts: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table media
        add column duration double precision,
        add column is_playable boolean`.execute(db)

    await sql`
      alter table archive_items
        add column date_text text,
        add column people text,
        add column position integer not null default 0`.execute(db)
    // Items stored before keep the order in which they came.
    await sql`
      update archive_items set position = placed.position
      from (
        select id, row_number() over (partition by memorial_id, kind order by id) as position from archive_items
      ) as placed
      where archive_items.id = placed.id`.execute(db)
  },
}
