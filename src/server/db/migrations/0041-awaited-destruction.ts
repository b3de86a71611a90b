import { type Kysely, type Migration, sql } from 'kysely'

/** Pages that are destroyed after a while, and come back by the link of a letter until then. Frozen once released. */
export const awaitedDestruction: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    // Such a page lies in the trash, where nobody is shown it: also a process of the release before finds it nowhere else.
    await sql`
      alter table memorials
        add column destroyed_at timestamptz,
        add column return_token_hash bytea,
        add column returnable_until timestamptz`.execute(db)
  },
}
