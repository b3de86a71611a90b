import { createHash } from 'node:crypto'
import type { LetterKind } from '@contract/letters'
import type { Db } from '../db/schema'
import { emailKey, mailboxKey } from '../lib/mailbox'

/**
 * Records that a link sent to this address was opened: a confirmation, a recovery, an invitation, a personal link. From
 * now on letters to it may quote others. Otherwise anyone could use the site to send any text to any address.
 */
export async function noteReached(db: Db, email: string): Promise<void> {
  await db
    .insertInto('reached_addresses')
    .values({ address_hash: hashOf(emailKey(email)) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** A confirmed account counts, since its holder has proved to read that address. */
export async function isReached(db: Db, email: string): Promise<boolean> {
  const key = emailKey(email)
  const found = await db
    .selectFrom('reached_addresses')
    .select('reached_at')
    .where('address_hash', '=', hashOf(key))
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
export async function endLetters(db: Db, email: string, kind: LetterKind): Promise<void> {
  await db
    .insertInto('ended_letters')
    .values({ mailbox_hash: hashOf(mailboxKey(email)), kind })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function resumeLetters(db: Db, email: string, kind: LetterKind): Promise<void> {
  await db
    .deleteFrom('ended_letters')
    .where('mailbox_hash', '=', hashOf(mailboxKey(email)))
    .where('kind', '=', kind)
    .execute()
}

export async function areLettersEnded(db: Db, email: string, kind: LetterKind): Promise<boolean> {
  const found = await db
    .selectFrom('ended_letters')
    .select('kind')
    .where('mailbox_hash', '=', hashOf(mailboxKey(email)))
    .where('kind', '=', kind)
    .executeTakeFirst()
  return found !== undefined
}

/** The kinds from which this mailbox is unsubscribed. */
export async function listEndedLetters(db: Db, email: string): Promise<{ kind: LetterKind; ended_at: Date }[]> {
  return db
    .selectFrom('ended_letters')
    .select(['kind', 'ended_at'])
    .where('mailbox_hash', '=', hashOf(mailboxKey(email)))
    .orderBy('ended_at')
    .execute()
}

/** Deleted with the account. Unsubscribed kinds stay: they name no one. */
export async function forgetReached(db: Db, emails: string[]): Promise<void> {
  if (emails.length === 0) return
  const hashes = emails.map((email) => hashOf(emailKey(email)))
  await db.deleteFrom('reached_addresses').where('address_hash', 'in', hashes).execute()
}

function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}
