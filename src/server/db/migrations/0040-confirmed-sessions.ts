import { type Kysely, type Migration, sql } from 'kysely'

/** When whoever holds a session last showed that the account is theirs. Frozen once released. */
export const confirmedSessions: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    // The default comes second: sessions of before stay unconfirmed, and those that a process of the version before opens are not.
    await sql`alter table sessions add column confirmed_at timestamptz`.execute(db)
    await sql`alter table sessions alter column confirmed_at set default now()`.execute(db)
  },
}
