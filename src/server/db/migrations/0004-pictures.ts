import { type Kysely, type Migration, sql } from 'kysely'

/** Frozen once released: a change is a new migration. */
export const pictures: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    // Version 0: files stored before. A job looks at them, and makes what they lack.
    await sql`
      alter table media
        add column picture_version integer not null default 0,
        add column width integer,
        add column height integer,
        add column tone text,
        add column preview text`.execute(db)
    await sql`create index media_by_version on media (picture_version, id)`.execute(db)

    // The facts of a portrait are copied here, so that a list of memorials remains a query of one table.
    await sql`
      alter table memorials
        add column photo_width integer,
        add column photo_height integer,
        add column photo_tone text,
        add column photo_preview text,
        add column indexable boolean not null default true,
        add column updated_at timestamptz,
        add column link_picture_id text,
        add column link_picture_version text`.execute(db)
    await sql`create index memorials_in_search on memorials (id) where public_status and indexable`.execute(db)
  },
}
