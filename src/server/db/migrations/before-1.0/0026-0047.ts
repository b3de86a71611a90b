import { type Kysely, type Migration, sql } from 'kysely'
import { domainToASCII, domainToUnicode } from 'node:url'
import { createIndexOnline } from '../../online-index'
import type { TableMigration } from '../../run-migrations'

/** Whose an invitation is when its receiver has another e-mail by now. Frozen once released. */
export const invitedAccounts: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table invitations add column invited_id integer references users on delete cascade`.execute(db)
    await sql`create index invitations_by_invited on invitations (invited_id) where invited_id is not null`.execute(db)
  },
}

/** Finds what came from an e-mail. Frozen once released. */
export const consentsByEmail: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create index memories_by_author on memories (lower(author_email)) where author_email is not null`.execute(db)
    await sql`create index access_requests_by_email on access_requests (lower(email))`.execute(db)
    await sql`create index reports_by_email on reports (lower(email)) where email is not null`.execute(db)
  },
}

/** Which account left words: they end with it, whatever became of their page and their e-mail. Frozen once released. */
export const authorsOfWords: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    // Earlier words stay as they are: to change a million rows would hold up whoever leaves words meanwhile.
    await sql`alter table memories add column author_id integer references users on delete set null`.execute(db)
    await sql`create index memories_by_account on memories (author_id) where author_id is not null`.execute(db)
  },
}

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

/** The editions of the other texts that were accepted with a consent. Frozen once released. */
export const acceptedEditions: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    // Null for consents of before, and for those that a process of the version before still writes.
    await sql`alter table consents add column agreement_edition text, add column policy_edition text`.execute(db)
  },
}

/**
 * Announces that a page has left the public, beside which page it was: whoever closed it waits until every process knows
 * (db/heard-by-all.ts). Frozen once released: a change is a new migration.
 */
export const announcedClosings: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create or replace function announce_memorial() returns trigger language plpgsql as $$
      begin
        -- An upload counts its bytes here. Only the owner sees them, and nothing of an owner's view is kept.
        if tg_op = 'UPDATE' and to_jsonb(new) - 'used_storage_bytes' = to_jsonb(old) - 'used_storage_bytes' then
          return null;
        end if;
        perform pg_notify('changed', 'memorial:' || coalesce(new.id, old.id));
        if old.public_status or new.public_status then perform pg_notify('changed', 'memorials'); end if;
        if old.public_status and new.public_status is not true then perform pg_notify('changed', 'closed'); end if;
        return null;
      end $$`.execute(db)
  },
}

/** Map tiles that several processes share. Frozen once released. */
export const tiles: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    // Unlogged: what a crash takes of them is fetched again, and neither the journal nor a replica has to carry them.
    await sql`
      create unlogged table tiles (
        key text collate "C" primary key,
        picture bytea not null,
        fetched_at timestamptz not null default now()
      )`.execute(db)
    await sql`
      create unlogged table tile_claims (
        key text collate "C" primary key,
        token text not null,
        expires_at timestamptz not null
      )`.execute(db)
  },
}

/**
 * How many candles were lit, apart from the pages: a candle neither locks the row of its page nor announces a change of it.
 * `memorials.candles` stays as it is: it counts those that were lit before, and those of processes of the release before.
 * Frozen once released: a change is a new migration.
 */
export const candleCounts: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table candle_counts (
        memorial_id integer primary key references memorials on delete cascade,
        lit_in_all integer not null,
        day date not null,
        lit_that_day integer not null
      )`.execute(db)
    // Those of today are in both counts: in `memorials.candles` of all, and here of the day.
    await sql`
      insert into candle_counts (memorial_id, lit_in_all, day, lit_that_day)
      select distinct on (memorial_id) memorial_id, 0, day, count(*) from candles
      group by memorial_id, day order by memorial_id, day desc`.execute(db)
  },
}

/** Which process does a job now, and when it was done last. Frozen once released: a change is a new migration. */
export const jobRuns: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table job_runs (
        name text collate "C" primary key,
        claimed_by text,
        claimed_until timestamptz,
        ended_at timestamptz
      )`.execute(db)
  },
}

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

/** When whoever holds a session last showed that the account is theirs. Frozen once released. */
export const confirmedSessions: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    // The default comes second: sessions of before stay unconfirmed, and those that a process of the version before opens are not.
    await sql`alter table sessions add column confirmed_at timestamptz`.execute(db)
    await sql`alter table sessions alter column confirmed_at set default now()`.execute(db)
  },
}

/** Pages that are destroyed after a while, and come back by the link of a letter until then. Frozen once released. */
export const awaitedDestruction: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    // Such a page lies in the trash, where nobody is shown it: also a process of the release before finds it nowhere else.
    await sql`
      alter table memorials
        add column destroyed_at timestamptz,
        add column return_token_hash bytea,
        add column returnable_until timestamptz`.execute(db)
  },
}

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

/** Where addresses are stored as they were typed. */
const TYPED = [
  ['users', 'heir_email'],
  ['memories', 'author_email'],
  ['access_requests', 'email'],
  ['reports', 'email'],
  ['invitations', 'email'],
  ['email_tokens', 'email'],
] as const
const PUNYCODE = '@(.*\\.)?xn--'

/**
 * Which addresses somebody has shown to read, which letters somebody does not want, and what letters are counted by.
 * Frozen once released: a change is a new migration.
 */
export const lettersToStrangers: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await spellDomainsInOneWay(db)
    await compareMailboxesAsProvidersDo(db)
    await sql`
      create table reached_addresses (
        address_hash bytea primary key,
        reached_at timestamptz not null default now()
      )`.execute(db)
    await sql`
      create table ended_letters (
        mailbox_hash bytea not null,
        kind text not null,
        ended_at timestamptz not null default now(),
        primary key (mailbox_hash, kind)
      )`.execute(db)
    await sql`
      insert into reached_addresses (address_hash)
      select sha256(convert_to(email_key, 'UTF8')) from users where is_verified
      union
      select sha256(convert_to(email_key, 'UTF8')) from former_emails where is_confirmed`.execute(db)
    await sql`
      alter table letters
        add column kind text,
        add column unsubscribe_url text,
        add column memorial_id integer,
        add column account_id integer,
        add column held_by text`.execute(db)
  },
}

/** Two accounts may have one domain in two spellings: then the younger one stays as it is. */
async function spellDomainsInOneWay(db: Kysely<unknown>): Promise<void> {
  const { rows: users } = await sql<{ id: number; email: string; email_key: string }>`
    select id, email, email_key from users where email_key ~ ${PUNYCODE} order by id`.execute(db)
  for (const { id, email, email_key } of users) {
    const key = spelledInOneWay(email_key)
    await sql`
      update users set email = ${spelledInOneWay(email)}, email_key = ${key}
      where id = ${id} and not exists (select from users as others where others.email_key = ${key})`.execute(db)
  }
  const { rows: former } = await sql<{ user_id: number; email_key: string }>`
    select user_id, email_key from former_emails where email_key ~ ${PUNYCODE}`.execute(db)
  for (const { user_id, email_key } of former) {
    const key = spelledInOneWay(email_key)
    await sql`
      update former_emails set email_key = ${key}
      where user_id = ${user_id} and email_key = ${email_key} and not exists (
        select from former_emails as others where others.user_id = ${user_id} and others.email_key = ${key}
      )`.execute(db)
  }
  for (const [table, column] of TYPED) {
    const [rows, address] = [sql.table(table), sql.ref(column)]
    const { rows: found } = await sql<{ address: string }>`
      select distinct ${address} as address from ${rows} where lower(${address}) ~ ${PUNYCODE}`.execute(db)
    for (const { address: typed } of found) {
      await sql`update ${rows} set ${address} = ${spelledInOneWay(typed)} where ${address} = ${typed}`.execute(db)
    }
  }
}

/** As lib/mailbox.ts compares them from now on: without dots where the provider passes over them. */
async function compareMailboxesAsProvidersDo(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ id: number; mailbox: string }>`
    select id, mailbox from blocked_authors where mailbox ~ '@(gmail|googlemail)[.]com$' or mailbox ~ ${PUNYCODE}`.execute(
    db,
  )
  for (const { id, mailbox } of rows) {
    const [name = '', domain = ''] = spelledInOneWay(mailbox).split(/@(?=[^@]*$)/)
    const isGmail = domain === 'gmail.com' || domain === 'googlemail.com'
    const compared = isGmail ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
    await sql`
      update blocked_authors set mailbox = ${compared}
      where id = ${id} and not exists (
        select from blocked_authors as others
        where others.memorial_id = blocked_authors.memorial_id and others.mailbox = ${compared}
      )`.execute(db)
  }
}

function spelledInOneWay(email: string): string {
  const start = email.lastIndexOf('@') + 1
  const domain = email.slice(start).toLowerCase()
  const letters = domainToUnicode(domain)
  return letters && domainToASCII(letters) === domain ? email.slice(0, start) + letters : email
}

/** When a server last ran, so that a wrong clock is noticed. Frozen once released: a change is a new migration. */
export const lastSeenTime: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table last_seen_time (
        only_row boolean primary key default true check (only_row),
        seen_at timestamptz not null
      )`.execute(db)
  },
}

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
