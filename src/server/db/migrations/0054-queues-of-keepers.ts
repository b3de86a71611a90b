import type { Kysely } from 'kysely'
import { createIndexOnline } from '../online-index'
import type { TableMigration } from '../run-migrations'

/**
 * The queue of whoever keeps many pages is counted and ordered by this alone, without reading the words. Frozen once released:
 * a change is a new migration.
 */
export const queuesOfKeepers: TableMigration = {
  isOnline: true,
  up: (db: Kysely<unknown>) =>
    createIndexOnline(
      db,
      'memories_waiting_of',
      `on memories (memorials_id, created_at, id)
        where status = 'pending' and is_unheard = false and memorials_id is not null`,
    ),
}
