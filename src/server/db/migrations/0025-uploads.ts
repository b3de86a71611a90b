import { type Kysely, type Migration, sql } from 'kysely'

/** Files that come in parts. Frozen once released: a change is a new migration. */
export const uploads: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    // With the removal of its parts an upload ends. With its account, its page or its item it ends at once, and the removal
    // that stays takes the parts away.
    await sql`
      create table uploads (
        id text collate "C" primary key references media_removals on delete cascade,
        user_id integer not null references users on delete cascade,
        memorial_id integer not null references memorials on delete cascade,
        kind text not null,
        size_bytes bigint not null,
        received_bytes bigint not null default 0,
        part_names text[] not null default '{}',
        touched_at timestamptz not null default now(),
        item_id integer references archive_items on delete cascade
      )`.execute(db)
    await sql`create index uploads_by_user on uploads (user_id)`.execute(db)
    await sql`create index uploads_by_memorial on uploads (memorial_id)`.execute(db)
    await sql`create index uploads_by_item on uploads (item_id) where item_id is not null`.execute(db)
  },
}
