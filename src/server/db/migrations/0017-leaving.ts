import { type Kysely, type Migration, sql } from 'kysely'

/** Accounts that their holders delete, with time to return, and a new e-mail for an account. Frozen once released. */
export const leaving: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table users add column leaves_at timestamptz`.execute(db)
    await sql`create index users_leaving on users (leaves_at) where leaves_at is not null`.execute(db)

    // Beside `closed_at`, since either reason may end while the other lasts.
    await sql`
      alter table memorials
        add column owner_left_at timestamptz,
        add constraint left_pages_are_not_public check (owner_left_at is null or not public_status)`.execute(db)

    await sql`alter table invitations add column on_leaving boolean not null default false`.execute(db)

    await sql`
      alter table email_tokens
        add column email text,
        drop constraint email_tokens_purpose_check,
        add constraint email_tokens_purpose_check check (purpose in ('verify', 'reset', 'change', 'return')),
        add constraint new_addresses_are_known check ((email is not null) = (purpose = 'change'))`.execute(db)
  },
}
