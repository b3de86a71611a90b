import { type Kysely, type Migration, sql } from 'kysely'

/** A photo that came with words of memory. Frozen once released: a change is a new migration. */
export const photosOfWords: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table memories add column photo_id text collate "C"`.execute(db)
    // Whether a file may be read depends on the words that it came with.
    await sql`create unique index memories_by_photo on memories (photo_id) where photo_id is not null`.execute(db)
  },
}
