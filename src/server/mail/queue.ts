import { UNSENT_LETTER_DAYS } from '@contract/retention'
import { inSeconds, now } from '../db/instants'
import type { Db } from '../db/schema'
import { holdOf, isSiteWithinCeiling, type LetterCause } from './ceilings'
import { written } from './layout'
import type { Letter, QueuedLetter } from './letter'
import { areLettersEnded, isReached } from './reached-repository'

/** How long a claimed letter belongs to its process. Longer than any delivery takes (see transport.ts). */
const CLAIM_SECONDS = 10 * 60
const FIRST_PAUSE_SECONDS = 60
const LONGEST_PAUSE_SECONDS = 6 * 3600
/** About three days, with the pauses above. */
export const ATTEMPTS_MAX = 20
/** Concurrent deliveries of one process, so that a slow one does not block the others. */
export const LETTERS_AT_ONCE = 5
const RETAINED_AFTER_SENDING_HOURS = 1

/**
 * Enqueues a letter, unless the recipient has unsubscribed from its kind. Call it in the transaction of the change that
 * the letter is about. The letter is delayed if a page or an account has caused too many within an hour.
 */
export async function enqueueLetter(db: Db, recipient: string, letter: Letter, cause: LetterCause = {}): Promise<void> {
  const { kind } = letter
  if (kind && (await areLettersEnded(db, recipient, kind))) return
  const { subject, text, html, unsubscribeUrl } = written(letter, {
    recipient,
    isReached: await isReached(db, recipient),
  })
  const hold = await holdOf(db, cause)
  await db
    .insertInto('letters')
    .values({
      ...{ recipient, subject, body_text: text, body_html: html, kind, unsubscribe_url: unsubscribeUrl },
      ...{ memorial_id: cause.memorialId ?? null, account_id: cause.accountId ?? null },
      ...(hold && { due_at: hold.until, held_by: hold.by }),
    })
    .execute()
}

/**
 * Claims the letter that has been due longest. Two callers never get the same one. If the caller dies, it becomes due
 * again. Above the hourly limit only requested letters are sent.
 */
export async function claimDueLetter(db: Db, lettersPerHour: number): Promise<QueuedLetter | undefined> {
  const row = await db
    .updateTable('letters')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), due_at: inSeconds(CLAIM_SECONDS) }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('letters')
        .select('id')
        .where('sent_at', 'is', null)
        .where('due_at', '<=', now())
        .where('attempts', '<', ATTEMPTS_MAX)
        .where((inner) => inner.or([inner('kind', 'is', null), isSiteWithinCeiling(lettersPerHour)]))
        .orderBy('due_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'recipient', 'subject', 'body_text', 'body_html', 'unsubscribe_url', 'attempts', 'created_at'])
    .executeTakeFirst()
  if (!row) return undefined
  const { body_text: text, body_html: html, unsubscribe_url: unsubscribeUrl, created_at: writtenAt, ...letter } = row
  return { ...letter, text, html, unsubscribeUrl, writtenAt }
}

export async function markSent(db: Db, id: number): Promise<void> {
  await db.updateTable('letters').set({ sent_at: now() }).where('id', '=', id).execute()
}

/** Exponential backoff after a failure, starting with a minute. */
export async function postpone(db: Db, { id, attempts }: Pick<QueuedLetter, 'id' | 'attempts'>): Promise<void> {
  const pause = Math.min(FIRST_PAUSE_SECONDS * 2 ** (attempts - 1), LONGEST_PAUSE_SECONDS)
  await db
    .updateTable('letters')
    .set({ due_at: inSeconds(pause) })
    .where('id', '=', id)
    .execute()
}

/** For a letter that is permanently rejected. */
export async function giveUp(db: Db, id: number): Promise<void> {
  await db.updateTable('letters').set({ attempts: ATTEMPTS_MAX }).where('id', '=', id).execute()
}

/** How many letters are due now, and how many were given up and not deleted yet. */
export async function countLetters(db: Db): Promise<{ due: number; given_up: number }> {
  return db
    .selectFrom('letters')
    .select(({ fn, eb }) => [
      fn.countAll<number>().filterWhere('attempts', '<', ATTEMPTS_MAX).filterWhere('due_at', '<=', now()).as('due'),
      fn
        .countAll<number>()
        .filterWhere(eb('attempts', '>=', ATTEMPTS_MAX))
        .as('given_up'),
    ])
    .where('sent_at', 'is', null)
    .executeTakeFirstOrThrow()
}

/** Letters contain names, addresses and links that open an account, so they are deleted soon. */
export async function deleteOldLetters(db: Db): Promise<void> {
  await db
    .deleteFrom('letters')
    .where((eb) =>
      eb.or([
        eb('sent_at', '<', inSeconds(-RETAINED_AFTER_SENDING_HOURS * 3600)),
        eb('created_at', '<', inSeconds(-UNSENT_LETTER_DAYS * 24 * 3600)),
      ]),
    )
    .execute()
}
