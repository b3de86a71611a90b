import { type Kysely, type Migration, sql } from 'kysely'

/** Which process does a job now, and when it was done last. Frozen once released: a change is a new migration. */
export const jobRuns: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table job_runs (
        name text collate "C" primary key,
        claimed_by text,
        claimed_until timestamptz,
        ended_at timestamptz
      )`.execute(db)
  },
}
