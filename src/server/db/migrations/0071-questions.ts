import { type Kysely, sql } from 'kysely'
import type { TableMigration } from '../run-migrations'

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
