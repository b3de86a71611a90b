import { type Kysely, sql } from 'kysely'
import type { TableMigration } from '../run-migrations'

/** What readers propose to change (see modules/proposals). Frozen once released: a change is a new migration. */
export const proposals: TableMigration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table proposals (
        id integer generated always as identity primary key,
        memorial_id integer not null references memorials on delete cascade,
        what text not null,
        value text,
        note text,
        author text not null,
        author_email text,
        author_id integer references users on delete cascade,
        consent_version text,
        own_token_hash bytea not null unique,
        status text not null default 'pending',
        is_unheard boolean not null default false,
        is_told boolean not null default false,
        claimed_until timestamptz,
        created_at timestamptz not null default now(),
        decided_at timestamptz,
        photo_id text collate pg_catalog."C",
        photo_bytes bigint not null default 0
      )`.execute(db)
    await sql`create index proposals_of_memorials on proposals (memorial_id, id)`.execute(db)
    await sql`create index proposals_of_users on proposals (author_id) where author_id is not null`.execute(db)
    await sql`create index proposals_by_email on proposals (lower(author_email)) where author_email is not null`.execute(
      db,
    )
    await sql`create index proposals_by_photo on proposals (photo_id) where photo_id is not null`.execute(db)
    await sql`create index proposals_waiting on proposals (created_at) where status = 'pending'`.execute(db)
    await sql`create index proposals_decided on proposals (decided_at) where decided_at is not null`.execute(db)
  },
}
