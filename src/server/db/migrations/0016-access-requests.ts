import { type Kysely, type Migration, sql } from 'kysely'

/** Who asks to be let in to a closed page, and who was. Frozen once released: a change is a new migration. */
export const accessRequests: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    // Without a page: somebody asked for one that is public or does not exist. It is stored all the same, so that the time
    // of the answer tells nothing, and cleared soon after.
    await sql`
      create table access_requests (
        id integer generated always as identity primary key,
        memorial_id integer references memorials on delete cascade,
        name text not null,
        email text not null,
        text text not null,
        consent_version text,
        status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
        created_at timestamptz not null default now(),
        decided_at timestamptz,
        is_told boolean not null default false,
        key_hash bytea unique,
        expires_at timestamptz,
        constraint decided_once check ((status = 'pending') = (decided_at is null)),
        constraint only_who_is_let_in_has_a_key check
          ((status = 'approved') = (key_hash is not null) and (status = 'approved') = (expires_at is not null))
      )`.execute(db)
    await sql`create index access_requests_by_memorial on access_requests (memorial_id, status)`.execute(db)
    await sql`
      create index access_requests_to_tell on access_requests (memorial_id)
        where status = 'pending' and not is_told`.execute(db)
    await sql`create index access_requests_by_decision on access_requests (decided_at)`.execute(db)
    await sql`
      create index access_requests_undecided on access_requests (created_at) where status = 'pending'`.execute(db)

    // When the keepers last got a letter about requests.
    await sql`alter table memorials add column told_of_requests_at timestamptz`.execute(db)
  },
}
