import { sql } from 'kysely'
import { UNSENT_LETTER_DAYS } from '@contract/retention'
import { inSeconds, now } from '../db/instants'
import type { LetterCeiling } from '../db/tables/letters'
import type { Db } from '../db/schema'
import type { Log } from '../lib/log'
import { type Letter, type QueuedLetter, written } from './letter'
import { areLettersEnded, isReached } from './repository'

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
  const { kind, site } = letter
  if (kind && (await areLettersEnded(db, site.secretKey, recipient, kind))) return
  const { subject, text, html, unsubscribeUrl } = written(letter, {
    recipient,
    isReached: await isReached(db, site.secretKey, recipient),
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
 * again. Above the hourly limit only requested letters are sent. `underWay`: letters that this process is delivering. If
 * the clock leaps ahead, their claims seem to be over.
 */
export async function claimDueLetter(
  db: Db,
  lettersPerHour: number,
  underWay: number[] = [],
): Promise<QueuedLetter | undefined> {
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
        .$if(underWay.length > 0, (query) => query.where('id', 'not in', underWay))
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

/** For a claimed letter whose delivery was cut off by this process: due at once, and the attempt does not count. */
export async function release(db: Db, { id }: Pick<QueuedLetter, 'id'>): Promise<void> {
  await db
    .updateTable('letters')
    .set((eb) => ({ due_at: now(), attempts: eb('attempts', '-', 1) }))
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

const HOUR_SECONDS = 3600
/** Letters per hour that one memorial, and one account, may cause; more are delayed. */
const PER_HOUR: Record<LetterCeiling, number> = { page: 30, account: 60 }
const COLUMNS = { page: 'memorial_id', account: 'account_id' } as const

const NAMED_MAX = 20

/** What causes a letter. Letters are counted for both. */
interface LetterCause {
  /** The memorial that it is about. */
  memorialId?: number | undefined
  accountId?: number | undefined
}

interface Hold {
  by: LetterCeiling
  until: Date
}

/** Undefined for a letter that may be sent at once. */
async function holdOf(db: Db, { memorialId, accountId }: LetterCause): Promise<Hold | undefined> {
  const holds = [await holdBy(db, 'page', memorialId), await holdBy(db, 'account', accountId)]
  return holds.filter((hold) => hold !== undefined).sort((one, other) => Number(other.until) - Number(one.until))[0]
}

/** One hour after the letter that is PER_HOUR letters back. */
async function holdBy(db: Db, by: LetterCeiling, id: number | undefined): Promise<Hold | undefined> {
  if (id === undefined) return undefined
  const former = await db
    .selectFrom('letters')
    .select(sql<Date>`due_at + make_interval(secs => ${HOUR_SECONDS})`.as('until'))
    .where(COLUMNS[by], '=', id)
    .where('due_at', '>', inSeconds(-HOUR_SECONDS))
    .orderBy('due_at', 'desc')
    .offset(PER_HOUR[by] - 1)
    .limit(1)
    .executeTakeFirst()
  return former && { by, until: former.until }
}

/** Whether the number of unsolicited letters in the last hour allows another. */
function isSiteWithinCeiling(lettersPerHour: number) {
  return sql<boolean>`(
    select count(*) from letters
    where kind is not null and sent_at > now() - make_interval(secs => ${HOUR_SECONDS})
  ) < ${lettersPerHour}::integer`
}

/** How many letters are delayed by each limit. */
interface HeldLetters extends Record<LetterCeiling, number> {
  site: number
}

export async function countHeldLetters(db: Db, lettersPerHour: number): Promise<HeldLetters> {
  const waiting = db.selectFrom('letters').where('sent_at', 'is', null)
  const held = await waiting
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('held_by', '=', 'page').as('page'),
      fn.countAll<number>().filterWhere('held_by', '=', 'account').as('account'),
    ])
    .where('due_at', '>', now())
    .where('attempts', '=', 0)
    .executeTakeFirst()
  const due = await waiting
    .select(({ fn }) => fn.countAll<number>().as('site'))
    .where('due_at', '<=', now())
    .where('kind', 'is not', null)
    .where((eb) => eb.not(isSiteWithinCeiling(lettersPerHour)))
    .executeTakeFirst()
  return { page: held?.page ?? 0, account: held?.account ?? 0, site: due?.site ?? 0 }
}

/** The memorials and accounts with delayed letters, most first. */
async function listHeld(db: Db, by: LetterCeiling): Promise<{ id: number; letters: number }[]> {
  return db
    .selectFrom('letters')
    .select(sql.ref<number>(COLUMNS[by]).as('id'))
    .select(({ fn }) => fn.countAll<number>().as('letters'))
    .where('sent_at', 'is', null)
    .where('held_by', '=', by)
    .where('due_at', '>', now())
    .groupBy(COLUMNS[by])
    .orderBy('letters', 'desc')
    .limit(NAMED_MAX)
    .execute()
}

/** The alert: a log line for each limit that delays letters, with their causes. */
export async function reportHeldLetters(
  db: Db,
  { lettersPerHour, log }: { lettersPerHour: number; log: Pick<Log, 'warn'> },
): Promise<void> {
  const held = await countHeldLetters(db, lettersPerHour)
  if (held.page > 0) log.warn({ held: held.page, pages: await listHeld(db, 'page') }, 'letters held: ceiling of a page')
  if (held.account > 0) {
    log.warn({ held: held.account, accounts: await listHeld(db, 'account') }, 'letters held: ceiling of an account')
  }
  if (held.site > 0) log.warn({ held: held.site, lettersPerHour }, 'letters held: ceiling of the site')
}
