import { type Kysely, type Migration, sql } from 'kysely'

/** Answers to words of memory, authors whose words are not taken, and how often keepers are told of new words. Frozen once released. */
export const answeredWords: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    // `is_unheard`: words of a blocked author, which wait for nobody's decision.
    await sql`
      alter table memories
        add column reply text,
        add column reply_told_at timestamptz,
        add column is_unheard boolean not null default false`.execute(db)

    // The key is the mailbox: an address with another letter case or a tag is the same author.
    await sql`
      create table blocked_authors (
        id integer generated always as identity primary key,
        memorial_id integer not null references memorials on delete cascade,
        author_email text not null,
        mailbox text not null,
        created_at timestamptz not null default now(),
        unique (memorial_id, mailbox)
      )`.execute(db)

    await sql`
      alter table users
        add column words_letters text not null default 'hourly'
          check (words_letters in ('hourly', 'daily', 'never'))`.execute(db)
  },
}

/** What people tell moderators of pages. Frozen once released: a change is a new migration. */
export const reports: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    // Without a page: somebody reported one that does not exist. It is stored all the same, so that the time of the answer
    // tells nothing, and cleared soon after.
    await sql`
      create table reports (
        id integer generated always as identity primary key,
        memorial_id integer references memorials on delete cascade,
        reason text not null check (reason in ('not_mine', 'insult', 'private', 'wrong', 'other')),
        text text not null,
        email text,
        consent_version text,
        status text not null default 'pending' check (status in ('pending', 'dismissed', 'closed', 'reopened')),
        created_at timestamptz not null default now(),
        decided_at timestamptz,
        decided_by integer references users on delete set null,
        constraint report_decided_once check ((status = 'pending') = (decided_at is null))
      )`.execute(db)
    await sql`create index reports_by_memorial on reports (memorial_id)`.execute(db)
    await sql`create index reports_undecided on reports (created_at) where status = 'pending'`.execute(db)
    await sql`create index reports_by_decision on reports (decided_at)`.execute(db)
    await sql`create index reports_by_moderator on reports (decided_by)`.execute(db)

    // The report for which a moderator closed the page; null when the operator did. No reference: the page stays closed when
    // the report is gone.
    await sql`alter table memorials add column closed_by_report integer`.execute(db)
  },
}

/**
 * Pages, archive items and words that were deleted and may be brought back. What lies in the trash belongs to nobody: a page
 * has no owner, an item, its files and words have no page. So nothing that looks for what belongs to a page or an account
 * finds it, not even an earlier release. The columns `trashed_…` know where it came from. Frozen once released.
 */
export const trash: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    // No cascade from the account: files of a page are removed with it, or its deletion fails.
    await sql`
      alter table memorials
        alter column user_id drop not null,
        add column trashed_at timestamptz,
        add column trashed_user_id integer references users,
        add constraint memorials_are_owned_or_trashed check (
          (user_id is null) = (trashed_at is not null) and (user_id is null) = (trashed_user_id is not null)
        ),
        add constraint trashed_pages_are_not_public check (trashed_at is null or not public_status)`.execute(db)
    await sql`
      create index memorials_trashed_by_user on memorials (trashed_user_id) where trashed_user_id is not null`.execute(
      db,
    )
    await sql`create index memorials_trashed on memorials (trashed_at) where trashed_at is not null`.execute(db)

    for (const [table, column] of [
      ['archive_items', 'memorial_id'],
      ['memories', 'memorials_id'],
    ] as const) {
      await sql`
        alter table ${sql.table(table)}
          alter column ${sql.ref(column)} drop not null,
          add column trashed_at timestamptz,
          add column trashed_memorial_id integer references memorials on delete cascade,
          add constraint ${sql.ref(`${table}_have_a_page_or_are_trashed`)} check (
            (${sql.ref(column)} is null) = (trashed_at is not null)
            and (${sql.ref(column)} is null) = (trashed_memorial_id is not null)
          )`.execute(db)
      await sql`
        create index ${sql.ref(`${table}_trashed_by_memorial`)} on ${sql.table(table)} (trashed_memorial_id)
          where trashed_memorial_id is not null`.execute(db)
      await sql`
        create index ${sql.ref(`${table}_trashed`)} on ${sql.table(table)} (trashed_at)
          where trashed_at is not null`.execute(db)
    }

    await sql`
      alter table media
        alter column memorial_id drop not null,
        add column trashed_memorial_id integer references memorials on delete cascade,
        add constraint media_have_a_page_or_are_trashed check (
          (memorial_id is null) = (trashed_memorial_id is not null)
        )`.execute(db)
    await sql`
      create index media_trashed_by_memorial on media (trashed_memorial_id)
        where trashed_memorial_id is not null`.execute(db)

    // Whoever leaves a page changes it as much as whoever comes to it.
    await sql`
      create or replace function announce_part_of_memorial() returns trigger language plpgsql as $$
      declare
        page text;
      begin
        for page in
          select distinct part ->> tg_argv[0]
          from unnest(array[to_jsonb(old), to_jsonb(new)]) as part
          where part ->> tg_argv[0] is not null
        loop
          perform pg_notify('changed', 'memorial:' || page);
        end loop;
        -- Lists show portraits, and are searched by burials.
        if tg_table_name = 'burials' or (tg_table_name = 'media' and tg_op = 'UPDATE') then
          perform pg_notify('changed', 'memorials');
        end if;
        return null;
      end $$`.execute(db)
  },
}

/** Candles, reminders of days, and relations between pages. Frozen once released: a change is a new migration. */
export const remembering: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    // How many were ever lit.
    await sql`alter table memorials add column candles integer not null default 0`.execute(db)
    // A candle changes the page alone: the public lists show none, and are kept.
    await sql`drop trigger announce on memorials`.execute(db)
    await sql`
      create trigger announce after insert or delete on memorials
        for each row execute function announce_memorial()`.execute(db)
    await sql`
      create trigger announce_change after update on memorials
        for each row when (old.candles = new.candles) execute function announce_memorial()`.execute(db)
    await sql`
      create trigger announce_candle after update of candles on memorials
        for each row when (old.candles <> new.candles) execute function announce_part_of_memorial('id')`.execute(db)

    // Who has lit one today. The address is hashed with a secret key, the day and the page.
    await sql`
      create table candles (
        memorial_id integer not null references memorials on delete cascade,
        day date not null,
        address_hash bytea not null,
        primary key (memorial_id, day, address_hash)
      )`.execute(db)
    await sql`create index candles_by_day on candles (day)`.execute(db)

    await sql`
      create table reminders (
        user_id integer not null references users on delete cascade,
        memorial_id integer not null references memorials on delete cascade,
        created_at timestamptz not null default now(),
        primary key (user_id, memorial_id)
      )`.execute(db)
    await sql`create index reminders_by_memorial on reminders (memorial_id)`.execute(db)
    await sql`
      create table reminders_sent (
        user_id integer not null references users on delete cascade,
        memorial_id integer not null references memorials on delete cascade,
        event text not null check (event in ('birth', 'death')),
        day date not null,
        days_before integer not null,
        primary key (user_id, memorial_id, event, day, days_before)
      )`.execute(db)
    await sql`create index reminders_sent_by_memorial on reminders_sent (memorial_id)`.execute(db)
    await sql`create index reminders_sent_by_day on reminders_sent (day)`.execute(db)

    // Between two pages there is one at most, whichever asked.
    await sql`
      create table relations (
        id integer generated always as identity primary key,
        memorial_id integer not null references memorials on delete cascade,
        other_id integer not null references memorials on delete cascade,
        kind text not null check (kind in ('parent', 'child', 'spouse', 'sibling')),
        status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
        created_at timestamptz not null default now(),
        decided_at timestamptz,
        is_told boolean not null default false,
        constraint no_relation_to_itself check (memorial_id <> other_id),
        constraint relation_decided_once check ((status = 'pending') = (decided_at is null))
      )`.execute(db)
    await sql`
      create unique index relations_between
        on relations (least(memorial_id, other_id), greatest(memorial_id, other_id))`.execute(db)
    await sql`create index relations_by_memorial on relations (memorial_id)`.execute(db)
    await sql`create index relations_by_other on relations (other_id)`.execute(db)
    await sql`create index relations_undecided on relations (created_at) where status = 'pending'`.execute(db)
  },
}

/** A photo that came with words of memory. Frozen once released: a change is a new migration. */
export const photosOfWords: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table memories add column photo_id text collate "C"`.execute(db)
    // Whether a file may be read depends on the words that it came with.
    await sql`create unique index memories_by_photo on memories (photo_id) where photo_id is not null`.execute(db)
  },
}

/** When an account was last signed in to, and what was written because nobody came. Frozen once released. */
export const sleepingAccounts: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    // Nobody knows when the holders of earlier accounts were here last: their time begins with the upgrade.
    await sql`
      alter table users
        add column last_seen_at timestamptz not null default now(),
        add column told_of_sleep_at timestamptz,
        add column pages_offered_at timestamptz,
        add column reminded_of_end_at timestamptz`.execute(db)
    await sql`create index users_by_last_seen on users (last_seen_at) where heir_email is not null`.execute(db)
  },
}

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
