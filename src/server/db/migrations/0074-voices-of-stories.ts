import { type Kysely, sql } from 'kysely'
import type { TableMigration } from '../run-migrations'

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
