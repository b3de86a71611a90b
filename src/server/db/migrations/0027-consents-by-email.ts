import { type Kysely, type Migration, sql } from 'kysely'

/** Finds what came from an e-mail. Frozen once released. */
export const consentsByEmail: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create index memories_by_author on memories (lower(author_email)) where author_email is not null`.execute(db)
    await sql`create index access_requests_by_email on access_requests (lower(email))`.execute(db)
    await sql`create index reports_by_email on reports (lower(email)) where email is not null`.execute(db)
  },
}
