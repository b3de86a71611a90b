import { type Kysely, type Migration, sql } from 'kysely'
import { createIndexOnline } from '../online-index'
import type { TableMigration } from '../run-migrations'

/** Hashes of mail addresses are keyed (see mail/address-hashes.ts). Frozen once released: a change is a new migration. */
export const keyedAddresses: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table address_keys (
        id integer generated always as identity primary key,
        sealed bytea not null,
        used_from timestamptz not null
      )`.execute(db)
    // Null: a plain hash. No reference: keys are never deleted.
    await sql`alter table reached_addresses add column key_id integer`.execute(db)
    await sql`alter table ended_letters add column key_id integer`.execute(db)
  },
}

/** By these, a job finds plain hashes. Frozen once released: a change is a new migration. */
export const plainAddresses: TableMigration = {
  isOnline: true,
  async up(db: Kysely<unknown>): Promise<void> {
    await createIndexOnline(
      db,
      'reached_addresses_without_key',
      'on reached_addresses (address_hash) where key_id is null',
    )
    await createIndexOnline(db, 'ended_letters_without_key', 'on ended_letters (mailbox_hash) where key_id is null')
  },
}
