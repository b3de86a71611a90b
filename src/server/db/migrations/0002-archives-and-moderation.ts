import { type Kysely, type Migration, sql } from 'kysely'

/** Frozen once released: a change is a new migration. */
export const archivesAndModeration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table archive_items (
        id integer generated always as identity primary key,
        memorial_id integer not null references memorials on delete cascade,
        kind text not null check (kind in ('photo', 'audio', 'video')),
        media_id text collate "C" not null unique references media,
        file_name text not null,
        size_bytes bigint not null check (size_bytes >= 0),
        description text,
        created_at timestamptz not null default now()
      )`.execute(db)
    await sql`create index archive_items_by_memorial on archive_items (memorial_id, kind, id)`.execute(db)

    await sql`
      create table media_removals (
        media_id text collate "C" primary key,
        due_at timestamptz not null,
        begun boolean not null default false
      )`.execute(db)
    await sql`create index media_removals_due on media_removals (due_at)`.execute(db)

    await sql`
      create table promo_code_uses (
        user_id integer not null references users on delete cascade,
        code text not null,
        used_at timestamptz not null default now(),
        primary key (user_id, code)
      )`.execute(db)

    await sql`create index memories_pending on memories (created_at, id) where status = 'pending'`.execute(db)
    await sql`create index memories_pending_of on memories (memorials_id, created_at) where status = 'pending'`.execute(
      db,
    )
    await sql`create index memories_decided on memories (decided_at) where author_email is not null or status = 'rejected'`.execute(
      db,
    )
  },
}
