import { type Kysely, type Migration, sql } from 'kysely'

/** Whose an invitation is when its receiver has another e-mail by now. Frozen once released. */
export const invitedAccounts: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table invitations add column invited_id integer references users on delete cascade`.execute(db)
    await sql`create index invitations_by_invited on invitations (invited_id) where invited_id is not null`.execute(db)
  },
}
