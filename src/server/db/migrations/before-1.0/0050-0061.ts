import { type Kysely, type Migration, sql } from 'kysely'
import { createIndexOnline } from '../../online-index'
import type { TableMigration } from '../../run-migrations'

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

/** Which session made what ends with it. Frozen once released: a change is a new migration. */
export const madeBySessions: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    // Null where that is not known: such rows end with all sessions of their account. No references: most sessions go first.
    await sql`alter table sessions add column epoch integer not null default 0`.execute(db)
    await sql`alter table invitations add column session_id integer`.execute(db)
    await sql`alter table email_tokens add column session_id integer`.execute(db)
  },
}

/** By this, the job finds sessions that nobody has used for long. Frozen once released: a change is a new migration. */
export const unusedSessions: TableMigration = {
  isOnline: true,
  async up(db: Kysely<unknown>): Promise<void> {
    await createIndexOnline(db, 'sessions_by_last_use', 'on sessions (last_used_at)')
  },
}

/**
 * The queue of whoever keeps many pages is counted and ordered by this alone, without reading the words. Frozen once released:
 * a change is a new migration.
 */
export const queuesOfKeepers: TableMigration = {
  isOnline: true,
  up: (db: Kysely<unknown>) =>
    createIndexOnline(
      db,
      'memories_waiting_of',
      `on memories (memorials_id, created_at, id)
        where status = 'pending' and is_unheard = false and memorials_id is not null`,
    ),
}

/**
 * Entries of the audit log and of the register stay as they were written, whatever a statement of the program asks for. What ends
 * with its account is who it was (`on delete set null`), and entries of the audit log end when they are old: after three years, the
 * term of contract/retention.ts. Frozen once released.
 */
export const logOnlyGrows: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create or replace function keep_log_entries() returns trigger language plpgsql as $$
      begin
        if tg_op = 'UPDATE' and to_jsonb(new) - 'actor_id' = to_jsonb(old) - 'actor_id'
          and to_jsonb(new) -> 'actor_id' = 'null'::jsonb then
          return new;
        end if;
        if tg_op = 'DELETE' and tg_table_name = 'audit_log' and old.at < now() - interval '3 years' then
          return old;
        end if;
        raise exception 'entries of % are not changed', tg_table_name using errcode = 'insufficient_privilege';
      end $$`.execute(db)
    await sql`
      create trigger keep_log_entries before update or delete on audit_log
      for each row execute function keep_log_entries()`.execute(db)
    await sql`
      create trigger keep_log_entries before update or delete on register
      for each row execute function keep_log_entries()`.execute(db)
  },
}
