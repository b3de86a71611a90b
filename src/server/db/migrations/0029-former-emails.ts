import { type Kysely, type Migration, sql } from 'kysely'

/** The e-mails that accounts had before. Frozen once released. */
export const formerEmails: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table former_emails (
        user_id integer not null references users on delete cascade,
        email_key text collate "C" not null,
        is_confirmed boolean not null,
        given_up_at timestamptz not null default now(),
        primary key (user_id, email_key)
      )`.execute(db)
    await sql`create index former_emails_by_email on former_emails (email_key) where is_confirmed`.execute(db)
  },
}
