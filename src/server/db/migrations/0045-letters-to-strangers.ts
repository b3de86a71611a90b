import { domainToASCII, domainToUnicode } from 'node:url'
import { type Kysely, type Migration, sql } from 'kysely'

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
