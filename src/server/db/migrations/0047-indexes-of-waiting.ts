import type { Kysely } from 'kysely'
import { createIndexOnline } from '../online-index'
import type { TableMigration } from '../run-migrations'

/** For pages that wait to be destroyed, and for letters that are counted or held. Frozen once released: a change is a new migration. */
export const indexesOfWaiting: TableMigration = {
  isOnline: true,
  async up(db: Kysely<unknown>): Promise<void> {
    const indexes: [name: string, definition: string][] = [
      ['memorials_by_return_token', 'on memorials (return_token_hash) where return_token_hash is not null'],
      ['memorials_to_destroy', 'on memorials (destroyed_at) where destroyed_at is not null'],
      ['letters_of_page', 'on letters (memorial_id, due_at) where memorial_id is not null'],
      ['letters_of_account', 'on letters (account_id, due_at) where account_id is not null'],
      ['letters_counted', 'on letters (sent_at) where kind is not null'],
    ]
    for (const [name, definition] of indexes) await createIndexOnline(db, name, definition)
  },
}
