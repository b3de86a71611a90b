import { type Kysely, type Migration, sql } from 'kysely'

/** The editions of the other texts that were accepted with a consent. Frozen once released. */
export const acceptedEditions: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    // Null for consents of before, and for those that a process of the version before still writes.
    await sql`alter table consents add column agreement_edition text, add column policy_edition text`.execute(db)
  },
}
