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
