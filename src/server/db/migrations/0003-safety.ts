import { type Kysely, type Migration, sql } from 'kysely'

/** Frozen once released: a change is a new migration. */
export const safety: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table users
        add column verified_at timestamptz,
        add column password_set_by_letter_at timestamptz,
        add column pin_set_at timestamptz,
        add column told_of_words_at timestamptz,
        add column told_of_pin_misses_at timestamptz,
        add column unverified_since timestamptz not null default now()`.execute(db)
    // When it was is not known any more: the earliest and the latest instant that take nothing from anybody.
    await sql`update users set verified_at = created_at where is_verified`.execute(db)
    await sql`update users set pin_set_at = now() where pin_hash is not null`.execute(db)
    await sql`create index users_unverified on users (unverified_since) where not is_verified`.execute(db)

    // From here the terms run after which accounts that nobody confirmed and words that nobody decided on are destroyed.
    // Those that are there when the terms come into being get them in full.
    await sql`alter table memories add column undecided_since timestamptz not null default now()`.execute(db)

    await sql`
      alter table sessions
        add column id integer generated always as identity unique,
        add column last_used_at timestamptz not null default now(),
        add column address text,
        add column user_agent text`.execute(db)

    await sql`
      create table known_networks (
        user_id integer not null references users on delete cascade,
        network_hash bytea not null,
        last_sign_in_at timestamptz not null default now(),
        primary key (user_id, network_hash)
      )`.execute(db)

    await sql`
      alter table consents
        alter column user_id drop not null,
        add column memory_id integer references memories on delete cascade,
        add constraint consents_of_one check (num_nonnulls(user_id, memory_id) = 1)`.execute(db)
    await sql`create index consents_by_memory on consents (memory_id) where memory_id is not null`.execute(db)

    // No reference to memorials and memories: what was deleted is what it tells of.
    await sql`
      create table audit_log (
        id integer generated always as identity primary key,
        at timestamptz not null default now(),
        event text not null,
        actor_id integer references users on delete set null,
        actor_role text not null check (actor_role in ('owner', 'moderator')),
        memorial_id integer not null,
        subject_id integer
      )`.execute(db)
    await sql`create index audit_log_by_memorial on audit_log (memorial_id, event)`.execute(db)
    await sql`create index audit_log_by_actor on audit_log (actor_id)`.execute(db)
    await sql`create index audit_log_by_time on audit_log (at)`.execute(db)
  },
}
