import { sql } from 'kysely'
import type { LetterKind } from '@contract/letters'
import { clock } from '../db/instants'
import type { Db } from '../db/schema'
import { emailKey, mailboxKey } from '../lib/mailbox'
import type { SecretKey } from '../lib/token'
import { hashAddress, hashAddresses } from './address-hashes'

/**
 * Records that a link sent to this address was opened: a confirmation, a recovery, an invitation, a personal link. From
 * now on letters to it may quote others. Otherwise anyone could use the site to send any text to any address.
 */
export async function recordReached(db: Db, secretKey: SecretKey, email: string): Promise<void> {
  const { hash, keyId, all } = await hashAddress(db, secretKey, emailKey(email))
  const found = await db.selectFrom('reached_addresses').select('key_id').where('address_hash', 'in', all).execute()
  if (found.length > 0) return
  await db
    .insertInto('reached_addresses')
    .values({ address_hash: hash, key_id: keyId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** A confirmed account counts, since its holder has proved to read that address. */
export async function isReached(db: Db, secretKey: SecretKey, email: string): Promise<boolean> {
  const key = emailKey(email)
  const { all } = await hashAddress(db, secretKey, key)
  const found = await db
    .selectFrom('reached_addresses')
    .select('reached_at')
    .where('address_hash', 'in', all)
    .executeTakeFirst()
  if (found) return true
  const account = await db
    .selectFrom('users')
    .select('id')
    .where('email_key', '=', key)
    .where('is_verified', '=', true)
    .executeTakeFirst()
  return account !== undefined
}

/** Unsubscribes this mailbox from this kind of letters. */
export async function endLetters(db: Db, secretKey: SecretKey, email: string, kind: LetterKind): Promise<void> {
  if (await areLettersEnded(db, secretKey, email, kind)) return
  const { hash, keyId } = await hashAddress(db, secretKey, mailboxKey(email))
  await db
    .insertInto('ended_letters')
    .values({ mailbox_hash: hash, key_id: keyId, kind })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function resumeLetters(db: Db, secretKey: SecretKey, email: string, kind: LetterKind): Promise<void> {
  const { all } = await hashAddress(db, secretKey, mailboxKey(email))
  await db.deleteFrom('ended_letters').where('mailbox_hash', 'in', all).where('kind', '=', kind).execute()
}

export async function areLettersEnded(db: Db, secretKey: SecretKey, email: string, kind: LetterKind): Promise<boolean> {
  const ended = await listEndedLetters(db, secretKey, email)
  return ended.some((letters) => letters.kind === kind)
}

/** The kinds from which this mailbox is unsubscribed. */
export async function listEndedLetters(
  db: Db,
  secretKey: SecretKey,
  email: string,
): Promise<{ kind: LetterKind; ended_at: Date }[]> {
  const { all } = await hashAddress(db, secretKey, mailboxKey(email))
  return db
    .selectFrom('ended_letters')
    .select(['kind', 'ended_at'])
    .where('mailbox_hash', 'in', all)
    .orderBy('ended_at')
    .execute()
}

/** Deleted with the account. Unsubscribed kinds stay: they name no one. */
export async function forgetReached(db: Db, secretKey: SecretKey, emails: string[]): Promise<void> {
  if (emails.length === 0) return
  const hashes = await hashAddresses(db, secretKey, emails.map(emailKey))
  await db
    .deleteFrom('reached_addresses')
    .where(
      'address_hash',
      'in',
      hashes.flatMap(({ all }) => all),
    )
    .execute()
}

const HOUR_SECONDS = 3600
const DAY_SECONDS = 24 * HOUR_SECONDS

/**
 * Letters that an account gets at most once per period: the column with the time of the last one, and the period in
 * seconds. For letters about memories the account chooses the period, null for never.
 */
const OWNER_LETTERS = {
  waitingMemories: {
    column: 'told_of_words_at',
    seconds: sql`(case users.words_letters when 'hourly' then ${HOUR_SECONDS}::int when 'daily' then ${DAY_SECONDS}::int end)`,
  },
  pinMisses: { column: 'told_of_pin_misses_at', seconds: sql`${DAY_SECONDS}::int` },
} as const

type OwnerLetter = keyof typeof OWNER_LETTERS

export type LockedOwner = NonNullable<Awaited<ReturnType<typeof lockOwner>>>

/** The active owner, locked until the transaction ends; `is_due` says whether this letter may be sent now. */
export async function lockOwner(tx: Db, id: number, letter: OwnerLetter) {
  return tx
    .selectFrom('users')
    .select(['id', 'email', isOwnerLetterDue(letter).as('is_due')])
    .where('id', '=', id)
    .where('is_active', '=', true)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Restarts the period. Call it in the transaction that enqueues the letter. */
export async function recordOwnerLetter(tx: Db, id: number, letter: OwnerLetter): Promise<void> {
  await tx
    .updateTable('users')
    .set({ [OWNER_LETTERS[letter].column]: clock() })
    .where('id', '=', id)
    .execute()
}

/** A condition for queries on the table `users`. */
export function isOwnerLetterDue(letter: OwnerLetter) {
  const { column, seconds } = OWNER_LETTERS[letter]
  const last = sql.ref(`users.${column}`)
  return sql<boolean>`(${seconds} is not null and (${last} is null or ${last} <= clock_timestamp() - make_interval(secs => ${seconds})))`
}

/** The minimum time between two letters about requests to the keepers of one page. */
const PAUSE_SECONDS = 3600

export type LockedPage = NonNullable<Awaited<ReturnType<typeof lockPageToNotifyOf>>>

/** The page, locked until the transaction ends; undefined when no letter about requests may be sent now. */
export async function lockPageToNotifyOf(tx: Db, id: number) {
  return tx
    .selectFrom('memorials')
    .select(['id', 'lastname', 'name', 'surname'])
    .where('id', '=', id)
    .where('user_id', 'is not', null)
    .where(isPageLetterDue())
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Restarts the hour. Call it in the transaction that enqueues the letter. */
export async function recordPageLetter(tx: Db, id: number): Promise<void> {
  await tx.updateTable('memorials').set({ told_of_requests_at: clock() }).where('id', '=', id).execute()
}

/** A condition for queries on the table `memorials`. */
export function isPageLetterDue() {
  const last = sql.ref('memorials.told_of_requests_at')
  return sql<boolean>`(${last} is null or ${last} <= clock_timestamp() - make_interval(secs => ${PAUSE_SECONDS}))`
}
