import type { Kysely } from 'kysely'
import { createIndexOnline } from '../online-index'
import type { TableMigration } from '../run-migrations'

/** By this, the job finds sessions that nobody has used for long. Frozen once released: a change is a new migration. */
export const unusedSessions: TableMigration = {
  isOnline: true,
  async up(db: Kysely<unknown>): Promise<void> {
    await createIndexOnline(db, 'sessions_by_last_use', 'on sessions (last_used_at)')
  },
}
