import { createHash } from 'node:crypto'
import type { LetterKind } from '@contract/letters'
import type { Db } from '../db/schema'
import { emailKey, mailboxKey } from '../lib/mailbox'

/**
 * Somebody has opened a link that was sent to this address: a confirmation, a recovery, an invitation, a personal link. From now
 * on letters there may quote others. Before that, whoever types an address could make the site carry any words to it.
 */
export async function noteReached(db: Db, email: string): Promise<void> {
  await db
    .insertInto('reached_addresses')
    .values({ address_hash: hashOf(emailKey(email)) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** A confirmed account is one whose address somebody has shown to read. */
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

/** No letter of this kind goes to this mailbox from now on. */
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

/** What the holder of this mailbox does not want to get. */
export async function listEndedLetters(db: Db, email: string): Promise<{ kind: LetterKind; ended_at: Date }[]> {
  return db
    .selectFrom('ended_letters')
    .select(['kind', 'ended_at'])
    .where('mailbox_hash', '=', hashOf(mailboxKey(email)))
    .orderBy('ended_at')
    .execute()
}

/** With an account all that its address left goes. What its holder does not want to get stays: it names nobody. */
export async function forgetReached(db: Db, emails: string[]): Promise<void> {
  if (emails.length === 0) return
  const hashes = emails.map((email) => hashOf(emailKey(email)))
  await db.deleteFrom('reached_addresses').where('address_hash', 'in', hashes).execute()
}

function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}
