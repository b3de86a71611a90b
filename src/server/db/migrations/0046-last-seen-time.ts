import { type Kysely, type Migration, sql } from 'kysely'

/** When a server last ran, so that a wrong clock is noticed. Frozen once released: a change is a new migration. */
export const lastSeenTime: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table last_seen_time (
        only_row boolean primary key default true check (only_row),
        seen_at timestamptz not null
      )`.execute(db)
  },
}
