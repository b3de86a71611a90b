import { type Kysely, sql } from 'kysely'
import { createIndexOnline } from '../online-index'
import type { TableMigration } from '../run-migrations'

/** Pages whose words only their keepers decide on. Frozen once released: a change is a new migration. */
export const wordsDecidedByKeepers: TableMigration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table memorials add column keepers_decide boolean not null default false`.execute(db)
  },
}

/** Few pages have it: a moderator's list leaves them out without reading the others. */
export const indexOfKeepersDecisions: TableMigration = {
  isOnline: true,
  async up(db: Kysely<unknown>): Promise<void> {
    await createIndexOnline(db, 'memorials_where_keepers_decide', 'on memorials (id) where keepers_decide')
  },
}
