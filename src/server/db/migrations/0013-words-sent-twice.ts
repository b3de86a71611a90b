import { type Kysely, type Migration, sql } from 'kysely'

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
