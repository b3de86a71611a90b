import { type Kysely, sql } from 'kysely'
import { createIndexOnline } from '../online-index'
import type { TableMigration } from '../run-migrations'

/** Pages whose words only their keepers decide on. Frozen once released: a change is a new migration. */
export const wordsDecidedByKeepers: TableMigration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table memorials add column keepers_decide boolean not null default false`.execute(db)
  },
}

/** Few pages have it: a moderator's list leaves them out without reading the others. */
export const indexOfKeepersDecisions: TableMigration = {
  isOnline: true,
  async up(db: Kysely<unknown>): Promise<void> {
    await createIndexOnline(db, 'memorials_where_keepers_decide', 'on memorials (id) where keepers_decide')
  },
}

/** The photos on the way to a grave, as JSON: few, and always read together. Frozen once released: a change is a new migration. */
export const roadToTheGrave: TableMigration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table burials add column road text`.execute(db)
  },
}

/**
 * Voices that are left with words of memory, also in parts and without an account, and the consent to store them. Frozen
 * once released: a change is a new migration.
 */
export const voicesOfWords: TableMigration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table memories
        add column voice_id text collate pg_catalog."C",
        add column voice_file text,
        add column voice_copy_id text collate pg_catalog."C",
        add column voice_bytes bigint not null default 0,
        add column voice_text text,
        add column voice_due_at timestamptz,
        add column voice_attempts integer not null default 0`.execute(db)
    await sql`alter table uploads alter column user_id drop not null`.execute(db)
    await sql`alter table consents add column is_of_voice boolean not null default false`.execute(db)
  },
}

/** A file is looked for in them at each request, and the queue every few seconds. */
export const indexesOfVoices: TableMigration = {
  isOnline: true,
  async up(db: Kysely<unknown>): Promise<void> {
    await createIndexOnline(db, 'memories_by_voice', 'on memories (voice_id) where voice_id is not null')
    await createIndexOnline(db, 'memories_by_voice_copy', 'on memories (voice_copy_id) where voice_copy_id is not null')
    await createIndexOnline(db, 'memories_with_voice_due', 'on memories (voice_due_at) where voice_due_at is not null')
  },
}

/**
 * Questions that keepers send to those who may know, and the stories that are told in answer (see modules/questions). Frozen
 * once released: a change is a new migration.
 */
export const questions: TableMigration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table questions (
        id integer generated always as identity primary key,
        memorial_id integer not null references memorials on delete cascade,
        user_id integer references users on delete set null,
        text text not null,
        to_name text not null,
        to_email text,
        mailbox_hash bytea not null,
        key_id integer,
        status text not null default 'sent' check (status in ('sent', 'opened', 'later', 'answered', 'declined')),
        letters_sent integer not null default 1,
        sent_at timestamptz not null default clock_timestamp(),
        later_at timestamptz,
        declined_at timestamptz,
        ended_at timestamptz,
        token_hash bytea,
        sealed_token bytea,
        created_at timestamptz not null default now()
      )`.execute(db)
    await sql`create index questions_of_memorials on questions (memorial_id, id desc)`.execute(db)
    await sql`create unique index questions_by_token on questions (token_hash) where token_hash is not null`.execute(db)
    await sql`create index questions_to_mailboxes on questions (mailbox_hash, memorial_id)`.execute(db)
    await sql`create index questions_by_users on questions (user_id, created_at) where user_id is not null`.execute(db)
    await sql`create index questions_by_email on questions (lower(to_email)) where to_email is not null`.execute(db)
    await sql`
      create index questions_unanswered on questions (sent_at) where ended_at is null and status <> 'answered'`.execute(
      db,
    )
    await sql`create index questions_for_later on questions (later_at) where status = 'later'`.execute(db)
    await sql`create index questions_plainly_hashed on questions (mailbox_hash) where key_id is null`.execute(db)

    // The ids of photos in the collation of media (id).
    await sql`
      create table stories (
        id integer generated always as identity primary key,
        memorial_id integer references memorials on delete cascade,
        question_id integer references questions on delete set null,
        question text not null,
        to_name text not null,
        author text not null,
        relation text not null,
        text text not null,
        photo_ids text[] collate "C" not null default '{}',
        status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
        position integer,
        told_at timestamptz not null default clock_timestamp(),
        decided_at timestamptz,
        own_token_hash bytea,
        sealed_own_token bytea,
        consent_version text,
        consent_address text,
        agreement_edition text,
        policy_edition text,
        trashed_at timestamptz,
        trashed_memorial_id integer references memorials on delete cascade,
        constraint stories_have_a_page_or_are_trashed check (
          (memorial_id is null) = (trashed_at is not null)
          and (memorial_id is null) = (trashed_memorial_id is not null)
        )
      )`.execute(db)
    await sql`create index stories_approved on stories (memorial_id, position, id) where status = 'approved'`.execute(
      db,
    )
    await sql`create index stories_pending_of on stories (memorial_id, told_at, id) where status = 'pending'`.execute(
      db,
    )
    await sql`create index stories_pending on stories (told_at, id) where status = 'pending'`.execute(db)
    await sql`create index stories_decided on stories (decided_at) where status <> 'pending'`.execute(db)
    await sql`
      create index stories_with_address on stories (decided_at) where consent_address <> 'forgotten'`.execute(db)
    await sql`create unique index stories_of_questions on stories (question_id) where question_id is not null`.execute(
      db,
    )
    await sql`
      create unique index stories_by_own_token on stories (own_token_hash) where own_token_hash is not null`.execute(db)
    await sql`create index stories_by_photos on stories using gin (photo_ids)`.execute(db)
    await sql`create index stories_trashed on stories (trashed_at) where trashed_at is not null`.execute(db)
    await sql`
      create index stories_trashed_by_memorial on stories (trashed_memorial_id)
        where trashed_memorial_id is not null`.execute(db)
    await sql`
      create trigger announce after insert or delete or update on stories
        for each row execute function announce_part_of_memorial('memorial_id')`.execute(db)
  },
}

/**
 * Revisions of texts and facts (see modules/history/revisions.ts), and the names of accounts that they show. Frozen once
 * released: a change is a new migration.
 */
export const history: TableMigration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table users add column display_name text`.execute(db)
    // `author` and `proposed_by`: of a change that a reader proposed and a keeper accepted.
    await sql`
      create table revisions (
        id integer generated always as identity primary key,
        memorial_id integer not null references memorials on delete cascade,
        what text not null,
        item_id integer references archive_items on delete cascade,
        memory_id integer references memories on delete cascade,
        story_id integer references stories on delete cascade,
        at timestamptz not null default clock_timestamp(),
        user_id integer references users on delete set null,
        author text,
        proposed_by integer references users on delete set null,
        by_moderator boolean not null default false,
        restored_from integer,
        before bytea not null,
        after bytea,
        steps integer not null default 0,
        is_told boolean not null default false
      )`.execute(db)
    await sql`create index revisions_of_memorials on revisions (memorial_id, at desc, id desc)`.execute(db)
    await sql`create index revisions_of_fields on revisions (memorial_id, what, id desc)`.execute(db)
    await sql`create index revisions_by_time on revisions (at)`.execute(db)
    await sql`create index revisions_to_tell_of on revisions (at) where not is_told`.execute(db)
    // For the rows that go with an item, a memory, a story or an account.
    await sql`create index revisions_of_items on revisions (item_id) where item_id is not null`.execute(db)
    await sql`create index revisions_of_memories on revisions (memory_id) where memory_id is not null`.execute(db)
    await sql`create index revisions_of_stories on revisions (story_id) where story_id is not null`.execute(db)
    await sql`create index revisions_by_proposer on revisions (proposed_by) where proposed_by is not null`.execute(db)
    await sql`create index revisions_of_users on revisions (user_id) where user_id is not null`.execute(db)
  },
}

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

/**
 * Voices of stories, as of words (0069), the consent to store them, and the drawn waves of both. Frozen once released: a change is
 * a new migration.
 */
export const voicesOfStories: TableMigration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table stories
        add column voice_id text collate pg_catalog."C",
        add column voice_file text,
        add column voice_copy_id text collate pg_catalog."C",
        add column voice_bytes bigint not null default 0,
        add column voice_text text,
        add column voice_peaks text,
        add column voice_due_at timestamptz,
        add column voice_attempts integer not null default 0,
        add column voice_upload text,
        add column voice_consent text`.execute(db)
    await sql`alter table memories add column voice_peaks text`.execute(db)
    await sql`
      -- allow require-concurrent-index-creation: the table is as new as this release
      create index stories_by_voice on stories (voice_id) where voice_id is not null`.execute(db)
    await sql`
      -- allow require-concurrent-index-creation: the table is as new as this release
      create index stories_by_voice_copy on stories (voice_copy_id) where voice_copy_id is not null`.execute(db)
    await sql`
      -- allow require-concurrent-index-creation: the table is as new as this release
      create index stories_with_voice_due on stories (voice_due_at) where voice_due_at is not null`.execute(db)
  },
}

/** The token of its author, sealed, for the letter about the decision. Frozen once released: a change is a new migration. */
export const ownLinksOfProposals: TableMigration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table proposals add column sealed_own_token bytea`.execute(db)
  },
}

/**
 * Stories of people who are blocked, the names of those who are blocked and were asked, and what keepers answer to a proposal.
 * Frozen once released: a change is a new migration.
 */
export const blockedTellers: TableMigration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table stories add column is_unheard boolean not null default false`.execute(db)
    await sql`alter table blocked_authors add column asked_name text`.execute(db)
    await sql`alter table proposals add column reply text`.execute(db)
  },
}

/** What left the queue when its author was blocked. Frozen once released: a change is a new migration. */
export const hiddenAtBlock: TableMigration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table blocked_authors add column hidden text[] not null default '{}'`.execute(db)
  },
}

/** When a job began last, and whether that run failed. Frozen once released: a change is a new migration. */
export const endsOfJobs: TableMigration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table job_runs
        add column began_at timestamptz,
        add column has_failed boolean not null default false`.execute(db)
  },
}

/** While it has its only row, nothing that people send is accepted. Frozen once released: a change is a new migration. */
export const maintenance: TableMigration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table maintenance (
        only_row boolean primary key default true check (only_row),
        since timestamptz not null default now(),
        until timestamptz,
        text text
      )`.execute(db)
  },
}

/** What the bytes of each stored file were, and when they were last read. Frozen once released: a change is a new migration. */
export const fileChecksums: TableMigration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table media
        add column sha256 text,
        add column checked_at timestamptz,
        add column fault text,
        add column fault_since timestamptz`.execute(db)
    // A check changes nothing that a page shows.
    await sql`drop trigger announce on media`.execute(db)
    await sql`
      create trigger announce after insert or delete on media
        for each row execute function announce_part_of_memorial('memorial_id')`.execute(db)
    await sql`
      create trigger announce_change
        after update of memorial_id, trashed_memorial_id, picture_version, width, height, tone, preview, duration, is_playable
        on media for each row execute function announce_part_of_memorial('memorial_id')`.execute(db)
  },
}

export const indexesOfChecks: TableMigration = {
  isOnline: true,
  async up(db: Kysely<unknown>): Promise<void> {
    await createIndexOnline(db, 'media_by_check', 'on media (checked_at)')
    await createIndexOnline(db, 'media_damaged', 'on media (fault_since) where fault is not null')
  },
}
