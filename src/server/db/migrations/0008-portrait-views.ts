import { type Kysely, type Migration, sql } from 'kysely'

/** Frozen once released: a change is a new migration. */
export const portraitViews: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table memorials
        add column photo_original_id text,
        add column photo_rotate integer not null default 0,
        add column photo_crop text`.execute(db)
  },
}
