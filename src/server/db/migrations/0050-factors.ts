import { type Kysely, type Migration, sql } from 'kysely'

/** What accounts sign in with beside their password. Frozen once released. */
export const factors: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table factors (
        id integer generated always as identity primary key,
        user_id integer not null references users on delete cascade,
        kind text not null check (kind in ('passkey', 'code')),
        name text not null,
        created_at timestamptz not null default now(),
        confirmed_at timestamptz,
        last_used_at timestamptz,
        code_secret bytea,
        code_step bigint not null default 0,
        credential_id text collate "C" unique,
        public_key bytea,
        sign_count bigint not null default 0,
        check ((kind = 'code') = (code_secret is not null)),
        check ((kind = 'passkey') = (credential_id is not null and public_key is not null))
      )`.execute(db)
    await sql`create index factors_by_user on factors (user_id)`.execute(db)
    await sql`
      create table recovery_codes (
        user_id integer not null references users on delete cascade,
        label text collate "C" not null,
        code_hash text not null,
        primary key (user_id, label)
      )`.execute(db)
    await sql`
      create table sign_in_tickets (
        token_hash bytea primary key,
        user_id integer not null references users on delete cascade,
        password_mark bytea not null,
        expires_at timestamptz not null
      )`.execute(db)
    await sql`create index sign_in_tickets_by_user on sign_in_tickets (user_id)`.execute(db)
    await sql`create index sign_in_tickets_by_end on sign_in_tickets (expires_at)`.execute(db)
    await sql`
      create table passkey_challenges (
        token_hash bytea primary key,
        challenge text not null,
        user_id integer references users on delete cascade,
        expires_at timestamptz not null
      )`.execute(db)
    await sql`create index passkey_challenges_by_user on passkey_challenges (user_id)`.execute(db)
    await sql`create index passkey_challenges_by_end on passkey_challenges (expires_at)`.execute(db)
    await sql`
      create table factor_recoveries (
        user_id integer primary key references users on delete cascade,
        asked_at timestamptz not null default now(),
        due_at timestamptz not null,
        token_hash bytea unique,
        expires_at timestamptz
      )`.execute(db)
    await sql`create index factor_recoveries_by_end on factor_recoveries (expires_at)`.execute(db)
    await sql`create index factor_recoveries_due on factor_recoveries (due_at) where token_hash is null`.execute(db)
  },
}
