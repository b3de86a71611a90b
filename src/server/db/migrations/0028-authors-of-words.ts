import { type Kysely, type Migration, sql } from 'kysely'

/** Which account left words: they end with it, whatever became of their page and their e-mail. Frozen once released. */
export const authorsOfWords: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    // Earlier words stay as they are: to change a million rows would hold up whoever leaves words meanwhile.
    await sql`alter table memories add column author_id integer references users on delete set null`.execute(db)
    await sql`create index memories_by_account on memories (author_id) where author_id is not null`.execute(db)
  },
}
