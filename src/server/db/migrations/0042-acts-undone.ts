import { type Kysely, type Migration, sql } from 'kysely'

/** What the link «это не я» of a letter undoes. Frozen once released. */
export const actsUndone: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    // `email` of such a link is the address that it was sent to: the account may have another one when it is pressed.
    await sql`
      -- allow constraint-missing-not-valid: links of letters, which last days: there are few
      alter table email_tokens
        drop constraint email_tokens_purpose_check,
        add constraint email_tokens_purpose_check
          check (purpose in ('verify', 'reset', 'change', 'return', 'not_me')),
        drop constraint new_addresses_are_known,
        add constraint addresses_are_known check ((email is not null) = (purpose in ('change', 'not_me')))`.execute(db)

    // Null for heirs from before: they count already.
    await sql`
      alter table users
        add column heir_since timestamptz,
        add column former_heir_email text`.execute(db)

    // Pages that got another owner, until they cannot be taken back any more.
    await sql`
      create table hand_overs (
        id integer primary key generated always as identity,
        memorial_id integer not null references memorials on delete cascade,
        from_id integer not null references users on delete cascade,
        to_id integer not null references users on delete cascade,
        was_keeper boolean not null,
        at timestamptz not null default now()
      )`.execute(db)
    await sql`create index hand_overs_by_memorial on hand_overs (memorial_id)`.execute(db)
    await sql`create index hand_overs_by_former_owner on hand_overs (from_id)`.execute(db)
    await sql`create index hand_overs_by_owner on hand_overs (to_id)`.execute(db)
    await sql`create index hand_overs_by_age on hand_overs (at)`.execute(db)
  },
}
