import { type Kysely, type Migration, sql } from 'kysely'

/** When an account was last signed in to, and what was written because nobody came. Frozen once released. */
export const sleepingAccounts: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    // Nobody knows when the holders of earlier accounts were here last: their time begins with the upgrade.
    await sql`
      alter table users
        add column last_seen_at timestamptz not null default now(),
        add column told_of_sleep_at timestamptz,
        add column pages_offered_at timestamptz,
        add column reminded_of_end_at timestamptz`.execute(db)
    await sql`create index users_by_last_seen on users (last_seen_at) where heir_email is not null`.execute(db)
  },
}
