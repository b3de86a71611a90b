import type { Kysely } from 'kysely'
import { createIndexOnline } from '../online-index'
import type { TableMigration } from '../run-migrations'

/** By these, jobs find what is due without reading whole tables. Frozen once released: a change is a new migration. */
export const indexesOfJobs: TableMigration = {
  isOnline: true,
  async up(db: Kysely<unknown>): Promise<void> {
    const dayOf = (date: string) => `((extract(month from ${date}) * 100 + extract(day from ${date}))::integer)`
    const indexes: [name: string, definition: string][] = [
      ['sessions_by_end', 'on sessions (expires_at)'],
      ['email_tokens_by_end', 'on email_tokens (expires_at)'],
      ['known_networks_by_last_sign_in', 'on known_networks (last_sign_in_at)'],
      ['letters_sent', 'on letters (sent_at) where sent_at is not null'],
      ['letters_by_age', 'on letters (created_at)'],
      ['consents_with_address', "on consents (memory_id) where memory_id is not null and address <> 'forgotten'"],
      ['invitations_by_email', 'on invitations (lower(email))'],
      ['relations_refused', "on relations (decided_at) where status = 'rejected'"],
      ['memorials_by_day_of_birth', `on memorials (${dayOf('birth_date')}) where birth_precision = 'day'`],
      ['memorials_by_day_of_death', `on memorials (${dayOf('death_date')}) where death_precision = 'day'`],
    ]
    for (const [name, definition] of indexes) await createIndexOnline(db, name, definition)
  },
}
