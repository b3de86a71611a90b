import { type Kysely, type Migration, sql } from 'kysely'

/** Which session made what ends with it. Frozen once released: a change is a new migration. */
export const madeBySessions: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    // Null where that is not known: such rows end with all sessions of their account. No references: most sessions go first.
    await sql`alter table sessions add column epoch integer not null default 0`.execute(db)
    await sql`alter table invitations add column session_id integer`.execute(db)
    await sql`alter table email_tokens add column session_id integer`.execute(db)
  },
}
