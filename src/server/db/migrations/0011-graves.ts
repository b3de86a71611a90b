import { type Kysely, type Migration, sql } from 'kysely'

/** Frozen once released: a change is a new migration. */
export const graves: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table burials
        add column cemetery text,
        add column plot text`.execute(db)
  },
}
