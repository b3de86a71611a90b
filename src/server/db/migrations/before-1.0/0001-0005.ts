import { type Kysely, type Migration, sql } from 'kysely'

/** Frozen once released: a change is a new migration. */
export const firstTables: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table users (
        id integer generated always as identity primary key,
        email text not null,
        email_key text collate "C" not null unique,
        password_hash text not null,
        is_active boolean not null default true,
        is_superuser boolean not null default false,
        is_verified boolean not null default false,
        pin_hash text,
        max_memorials integer not null check (max_memorials >= 0),
        advanced_memorials_left integer not null check (advanced_memorials_left >= 0),
        bonus_gb_left integer not null check (bonus_gb_left >= 0),
        created_at timestamptz not null default now()
      )`.execute(db)

    await sql`
      create table sessions (
        token_hash bytea primary key,
        user_id integer not null references users on delete cascade,
        created_at timestamptz not null default now(),
        expires_at timestamptz not null
      )`.execute(db)
    await sql`create index sessions_by_user on sessions (user_id)`.execute(db)

    await sql`
      create table consents (
        id integer generated always as identity primary key,
        user_id integer not null references users on delete cascade,
        version text not null,
        given_at timestamptz not null default now(),
        address text not null
      )`.execute(db)
    await sql`create index consents_by_user on consents (user_id)`.execute(db)

    await sql`
      create table email_tokens (
        token_hash bytea primary key,
        user_id integer not null references users on delete cascade,
        purpose text not null check (purpose in ('verify', 'reset')),
        expires_at timestamptz not null,
        used_at timestamptz,
        created_at timestamptz not null default now()
      )`.execute(db)
    await sql`create index email_tokens_by_user on email_tokens (user_id)`.execute(db)

    await sql`
      create table letters (
        id integer generated always as identity primary key,
        recipient text not null,
        subject text not null,
        body_text text not null,
        body_html text not null,
        attempts integer not null default 0,
        due_at timestamptz not null default now(),
        sent_at timestamptz,
        created_at timestamptz not null default now()
      )`.execute(db)
    await sql`create index letters_due on letters (due_at) where sent_at is null`.execute(db)

    await sql`
      create table memorials (
        id integer generated always as identity primary key,
        user_id integer not null references users,
        lastname text not null,
        name text not null,
        surname text,
        lastname_key text collate "C" not null,
        name_key text collate "C" not null,
        surname_key text collate "C" not null,
        birth_date date not null,
        death_date date not null,
        biography text,
        photo_id text,
        public_status boolean not null,
        swo_status boolean not null check (public_status or not swo_status),
        rate_check boolean not null,
        is_advanced boolean not null,
        media_storage_limit bigint not null,
        used_storage_bytes bigint not null default 0 check (used_storage_bytes >= 0),
        created_at timestamptz not null default now()
      )`.execute(db)
    await sql`create index memorials_by_user on memorials (user_id)`.execute(db)
    await sql`create index memorials_public_by_lastname on memorials (lastname_key, id) where public_status`.execute(db)
    await sql`create index memorials_public_by_birth on memorials (birth_date, id) where public_status`.execute(db)
    await sql`create index memorials_public_by_death on memorials (death_date, id) where public_status`.execute(db)
    await sql`create index heroes_by_lastname on memorials (lastname_key, id) where swo_status`.execute(db)
    await sql`create index heroes_by_birth on memorials (birth_date, id) where swo_status`.execute(db)
    await sql`create index heroes_by_death on memorials (death_date, id) where swo_status`.execute(db)

    await sql`
      create table media (
        id text collate "C" primary key,
        memorial_id integer not null references memorials on delete cascade,
        created_at timestamptz not null default now()
      )`.execute(db)
    await sql`create index media_by_memorial on media (memorial_id)`.execute(db)

    await sql`
      create table burials (
        id integer generated always as identity primary key,
        memorial_id integer not null unique references memorials on delete cascade,
        burial_address text,
        burial_coordinates text,
        photo_id text
      )`.execute(db)

    await sql`
      create table memories (
        id integer generated always as identity primary key,
        memorials_id integer not null references memorials on delete cascade,
        author text not null,
        author_email text,
        description text not null,
        status text not null check (status in ('pending', 'approved', 'rejected')),
        created_at timestamptz not null default now(),
        decided_at timestamptz
      )`.execute(db)
    await sql`create index memories_approved on memories (memorials_id, created_at desc, id desc) where status = 'approved'`.execute(
      db,
    )
  },
}

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

/**
 * Announces what a transaction changed to all processes, when it commits: `memorial:7` for whatever is read with memorial
 * 7, and `memorials` for the public lists. db/change-feed.ts listens. Frozen once released: a change is a new migration.
 */
export const announcedChanges: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create function announce_memorial() returns trigger language plpgsql as $$
      begin
        -- An upload counts its bytes here. Only the owner sees them, and nothing of an owner's view is kept.
        if tg_op = 'UPDATE' and to_jsonb(new) - 'used_storage_bytes' = to_jsonb(old) - 'used_storage_bytes' then
          return null;
        end if;
        if tg_op <> 'INSERT' then perform pg_notify('changed', 'memorial:' || old.id); end if;
        if old.public_status or new.public_status then perform pg_notify('changed', 'memorials'); end if;
        return null;
      end $$`.execute(db)
    await sql`
      create trigger announce after insert or update or delete on memorials
        for each row execute function announce_memorial()`.execute(db)

    // Its argument is the column that names the memorial.
    await sql`
      create function announce_part_of_memorial() returns trigger language plpgsql as $$
      begin
        perform pg_notify('changed', 'memorial:' ||
          (case tg_op when 'DELETE' then to_jsonb(old) else to_jsonb(new) end ->> tg_argv[0]));
        -- Lists show portraits.
        if tg_table_name = 'media' and tg_op = 'UPDATE' then perform pg_notify('changed', 'memorials'); end if;
        return null;
      end $$`.execute(db)
    for (const [table, column] of [
      ['burials', 'memorial_id'],
      ['archive_items', 'memorial_id'],
      ['media', 'memorial_id'],
      ['memories', 'memorials_id'],
    ] as const) {
      await sql`
        create trigger announce after insert or update or delete on ${sql.table(table)}
          for each row execute function announce_part_of_memorial(${sql.lit(column)})`.execute(db)
    }
  },
}
