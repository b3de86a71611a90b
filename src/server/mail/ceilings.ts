import { sql } from 'kysely'
import { inSeconds, now } from '../db/instants'
import type { LetterCeiling } from '../db/letter-tables'
import type { Db } from '../db/schema'
import type { Log } from '../lib/log'

const HOUR_SECONDS = 3600
/** Letters per hour that one memorial, and one account, may cause; more are delayed. */
const PER_HOUR: Record<LetterCeiling, number> = { page: 30, account: 60 }
const COLUMNS = { page: 'memorial_id', account: 'account_id' } as const

const NAMED_MAX = 20

/** What causes a letter. Letters are counted for both. */
export interface LetterCause {
  /** The memorial that it is about. */
  memorialId?: number | undefined
  accountId?: number | undefined
}

interface Hold {
  by: LetterCeiling
  until: Date
}

/** Undefined for a letter that may be sent at once. */
export async function holdOf(db: Db, { memorialId, accountId }: LetterCause): Promise<Hold | undefined> {
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
export function isSiteWithinCeiling(lettersPerHour: number) {
  return sql<boolean>`(
    select count(*) from letters
    where kind is not null and sent_at > now() - make_interval(secs => ${HOUR_SECONDS})
  ) < ${lettersPerHour}::integer`
}

/** How many letters are delayed by each limit. */
export interface HeldLetters extends Record<LetterCeiling, number> {
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
