import { type Kysely, type Migration, sql } from 'kysely'

/** Frozen once released: a change is a new migration. */
export const filmCopies: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table archive_items
        add column poster_id text,
        add column copy_id text,
        add column copies_bytes bigint not null default 0,
        add column prepare_due_at timestamptz,
        add column prepare_attempts integer not null default 0`.execute(db)
    await sql`
      create index archive_items_prepare_due_at on archive_items (prepare_due_at)
      where prepare_due_at is not null`.execute(db)
    // Films stored before get their posters and copies too.
    await sql`update archive_items set prepare_due_at = now() where kind = 'video'`.execute(db)
  },
}
