import { type Kysely, type Migration, sql } from 'kysely'

/** Frozen once released: a change is a new migration. */
export const calendars: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table calendars (
        user_id integer primary key references users on delete cascade,
        key text not null unique,
        created_at timestamptz not null default now()
      )`.execute(db)
  },
}
