import { type Kysely, type Migration, sql } from 'kysely'

/**
 * Dates that are not known to the day, and maiden names. A date that is partly known is the first day that it may be, and one
 * of which nothing is known is null. Frozen once released: a change is a new migration.
 */
export const impreciseLives: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table memorials
        add column maiden_name text,
        add column maiden_name_key text collate "C" not null default '',
        add column birth_precision text not null default 'day'
          check (birth_precision in ('day', 'month', 'year', 'about', 'unknown')),
        add column death_precision text not null default 'day'
          check (death_precision in ('day', 'month', 'year', 'about', 'unknown')),
        alter column birth_date drop not null,
        alter column death_date drop not null,
        add constraint birth_date_or_unknown check ((birth_date is null) = (birth_precision = 'unknown')),
        add constraint death_date_or_unknown check ((death_date is null) = (death_precision = 'unknown'))`.execute(db)

    // Unknown dates come last whichever way a list is sorted. Read backwards, the earlier indexes would put them first.
    for (const [list, condition] of [
      ['memorials_public', 'public_status'],
      ['heroes', 'swo_status'],
    ] as const) {
      for (const date of ['birth', 'death'] as const) {
        await sql`
          create index ${sql.ref(`${list}_by_late_${date}`)}
            on memorials (${sql.ref(`${date}_date`)} desc nulls last, id desc) where ${sql.ref(condition)}`.execute(db)
      }
    }
  },
}

/** Frozen once released: a change is a new migration. */
export const archiveFacts: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table media
        add column duration double precision,
        add column is_playable boolean`.execute(db)

    await sql`
      alter table archive_items
        add column date_text text,
        add column people text,
        add column position integer not null default 0`.execute(db)
    // Items stored before keep the order in which they came.
    await sql`
      update archive_items set position = placed.position
      from (
        select id, row_number() over (partition by memorial_id, kind order by id) as position from archive_items
      ) as placed
      where archive_items.id = placed.id`.execute(db)
  },
}

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

/**
 * Announces new memorials by their ids too, and that lists changed when a burial did: lists are searched by place. Frozen
 * once released: a change is a new migration.
 */
export const announcedPeople: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create or replace function announce_memorial() returns trigger language plpgsql as $$
      begin
        -- An upload counts its bytes here. Only the owner sees them, and nothing of an owner's view is kept.
        if tg_op = 'UPDATE' and to_jsonb(new) - 'used_storage_bytes' = to_jsonb(old) - 'used_storage_bytes' then
          return null;
        end if;
        perform pg_notify('changed', 'memorial:' || coalesce(new.id, old.id));
        if old.public_status or new.public_status then perform pg_notify('changed', 'memorials'); end if;
        return null;
      end $$`.execute(db)

    await sql`
      create or replace function announce_part_of_memorial() returns trigger language plpgsql as $$
      begin
        perform pg_notify('changed', 'memorial:' ||
          (case tg_op when 'DELETE' then to_jsonb(old) else to_jsonb(new) end ->> tg_argv[0]));
        -- Lists show portraits, and are searched by burials.
        if tg_table_name = 'burials' or (tg_table_name = 'media' and tg_op = 'UPDATE') then
          perform pg_notify('changed', 'memorials');
        end if;
        return null;
      end $$`.execute(db)
  },
}

/** Frozen once released: a change is a new migration. */
export const graves: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table burials
        add column cemetery text,
        add column plot text`.execute(db)
  },
}

/** Frozen once released: a change is a new migration. */
export const calendars: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table calendars (
        user_id integer primary key references users on delete cascade,
        key text not null unique,
        created_at timestamptz not null default now()
      )`.execute(db)
  },
}

/** Frozen once released: a change is a new migration. */
export const wordsSentTwice: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table memories add column idempotency_key uuid`.execute(db)
    // The column is new and empty, so the index is built at once.
    await sql`
      create unique index memories_idempotency_key on memories (memorials_id, idempotency_key)
      where idempotency_key is not null`.execute(db)
  },
}

/**
 * What the operator's program needs: files that nobody removes while a backup reads them, pages taken down with a reason,
 * and a register of what was done to accounts and pages. Frozen once released: a change is a new migration.
 */
export const operatorsTasks: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table removal_holds (
        id integer generated always as identity primary key,
        until timestamptz not null
      )`.execute(db)

    // While a page is closed it is public for nobody; what its owner wishes waits beside.
    await sql`
      alter table memorials
        add column closed_at timestamptz,
        add column closed_reason text,
        add column wished_public_status boolean,
        add column wished_swo_status boolean,
        add constraint closed_pages_are_not_public check (closed_at is null or not public_status)`.execute(db)

    // No reference to anything: it tells of what is gone.
    await sql`
      create table register (
        id integer generated always as identity primary key,
        at timestamptz not null default now(),
        kind text not null,
        done_by text not null,
        account_id integer,
        memorial_id integer
      )`.execute(db)
    await sql`create index register_by_time on register (at)`.execute(db)
  },
}

/** Pages that several people keep: who was let in, who is invited, and who inherits. Frozen once released. */
export const keepers: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table keepers (
        memorial_id integer not null references memorials on delete cascade,
        user_id integer not null references users on delete cascade,
        created_at timestamptz not null default now(),
        primary key (memorial_id, user_id)
      )`.execute(db)
    await sql`create index keepers_by_user on keepers (user_id)`.execute(db)

    // 'keeper' lets somebody in beside the owner; 'owner' gives them the page.
    await sql`
      create table invitations (
        id integer generated always as identity primary key,
        memorial_id integer not null references memorials on delete cascade,
        role text not null check (role in ('keeper', 'owner')),
        email text not null,
        token_hash bytea not null unique,
        invited_by integer references users on delete cascade,
        created_at timestamptz not null default now(),
        expires_at timestamptz not null,
        accepted_by integer references users on delete cascade
      )`.execute(db)
    await sql`create index invitations_by_memorial on invitations (memorial_id)`.execute(db)
    await sql`create index invitations_by_inviter on invitations (invited_by)`.execute(db)
    await sql`create index invitations_by_acceptor on invitations (accepted_by)`.execute(db)
    await sql`create index invitations_by_end on invitations (expires_at)`.execute(db)

    await sql`alter table users add column heir_email text`.execute(db)

    await sql`
      alter table audit_log
        drop constraint audit_log_actor_role_check,
        add constraint audit_log_actor_role_check check (actor_role in ('owner', 'keeper', 'moderator'))`.execute(db)
  },
}

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

/** Accounts that their holders delete, with time to return, and a new e-mail for an account. Frozen once released. */
export const leaving: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table users add column leaves_at timestamptz`.execute(db)
    await sql`create index users_leaving on users (leaves_at) where leaves_at is not null`.execute(db)

    // Beside `closed_at`, since either reason may end while the other lasts.
    await sql`
      alter table memorials
        add column owner_left_at timestamptz,
        add constraint left_pages_are_not_public check (owner_left_at is null or not public_status)`.execute(db)

    await sql`alter table invitations add column on_leaving boolean not null default false`.execute(db)

    await sql`
      alter table email_tokens
        add column email text,
        drop constraint email_tokens_purpose_check,
        add constraint email_tokens_purpose_check check (purpose in ('verify', 'reset', 'change', 'return')),
        add constraint new_addresses_are_known check ((email is not null) = (purpose = 'change'))`.execute(db)
  },
}
