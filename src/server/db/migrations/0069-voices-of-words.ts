import { type Kysely, sql } from 'kysely'
import { createIndexOnline } from '../online-index'
import type { TableMigration } from '../run-migrations'

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
