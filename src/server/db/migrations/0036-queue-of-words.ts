import type { Kysely } from 'kysely'
import { createIndexOnline } from '../online-index'
import type { TableMigration } from '../run-migrations'

/** The queue of moderation is counted and paged by this alone. Frozen once released: a change is a new migration. */
export const queueOfWords: TableMigration = {
  isOnline: true,
  up: (db: Kysely<unknown>) =>
    createIndexOnline(
      db,
      'memories_waiting',
      `on memories (created_at, id) include (memorials_id)
        where status = 'pending' and is_unheard = false and memorials_id is not null`,
    ),
}
