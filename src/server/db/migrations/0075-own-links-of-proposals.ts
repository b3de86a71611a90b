import { type Kysely, sql } from 'kysely'
import type { TableMigration } from '../run-migrations'

/** The token of its author, sealed, for the letter about the decision. Frozen once released: a change is a new migration. */
export const ownLinksOfProposals: TableMigration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table proposals add column sealed_own_token bytea`.execute(db)
  },
}
