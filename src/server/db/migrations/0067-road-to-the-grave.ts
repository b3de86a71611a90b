import { type Kysely, sql } from 'kysely'
import type { TableMigration } from '../run-migrations'

/** The photos on the way to a grave, as JSON: few, and always read together. Frozen once released: a change is a new migration. */
export const roadToTheGrave: TableMigration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table burials add column road text`.execute(db)
  },
}
