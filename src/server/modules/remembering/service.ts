import { daysLater, moscowDay, moscowHour } from '@contract/days'
import type { CandleCounts, RememberedEvent, Reminder } from '@contract/remembering'
import type { Account } from '../../access/account'
import { findMemorialFacts, isKeeperOf, isOpenToAll, type MemorialRowWithCandles } from '../../access/repository'
import type { Readable } from '../../access/memorial'
import type { Db } from '../../db/schema'
import { notFound } from '../../lib/api-error'
import { countResponses, type LimitAttempts } from '../../lib/attempts'
import type { Log } from '../../lib/log'
import { networkOf } from '../../lib/visitor-network'
import { type SecretKey, sign } from '../../lib/token'
import type { Letters } from '../../mail/letters'
import type { Postman } from '../../mail/postman'
import { enqueueLetter } from '../../mail/queue'
import { areLettersEnded, resumeLetters } from '../../mail/repository'
import { createCandleBatches } from './candle-batches'
import {
  deleteReminder,
  deleteRemindersSentBefore,
  type DueReminder,
  hasReminder,
  insertReminder,
  listDueReminders,
  recordReminderSent,
} from './repository'

/** Across all pages. A family may visit many in an evening. */
const LIGHTINGS = {
  name: 'candles',
  max: 300,
  seconds: 3600,
  refusal: 'Сейчас зажжено уже много свечей. Попробуйте, пожалуйста, через час.',
}

export type CandleService = ReturnType<typeof createCandleService>

/** Candles on a page, for everyone who may read it: one per network and day, in Moscow time. */
export function createCandleService(parts: {
  db: Db
  secretKey: SecretKey
  limitAttempts: LimitAttempts
  log: Pick<Log, 'error'>
}) {
  const { db, secretKey, limitAttempts, log } = parts
  const lightings = limitAttempts(LIGHTINGS)
  const batches = createCandleBatches({ db, log })

  return {
    /** A second one from the same network changes nothing. `address` is an IP address. */
    async light({ id }: Readable, address: string): Promise<CandleCounts> {
      const network = networkOf(address)
      const day = moscowDay()
      const address_hash = Buffer.from(sign(secretKey, `candle:${day}:${id}:${network}`), 'base64url')
      return countResponses([[lightings, network]], async () =>
        found(await batches.light({ memorial_id: id, day, address_hash })),
      )
    },

    async count({ id }: Readable): Promise<CandleCounts> {
      return found(await batches.count(id, moscowDay()))
    },

    /** A page just read, with the candles of this process that are not written yet. */
    withUnwritten<Row extends MemorialRowWithCandles>(row: Row): Row {
      const day = moscowDay()
      const counts = batches.countsAt(row.id, day)
      return counts ? { ...row, candles: counts.lit_in_all, lit_on: counts.lit_today > 0 ? day : row.lit_on } : row
    },

    stop: () => batches.stop(),
  }
}

/** 404 for a page that was deleted since. */
function found(counts: CandleCounts | undefined): CandleCounts {
  if (!counts) throw notFound()
  return counts
}

export type ReminderService = ReturnType<typeof createReminderService>

/** Subscriptions to letters before the days of a page, which `createReminders` sends. */
export function createReminderService({ db, secretKey }: { db: Db; secretKey: SecretKey }) {
  return {
    async of({ id }: Readable, account: Account): Promise<Reminder> {
      // An unsubscription by a letter's link overrides the reminders.
      const isEnded = await areLettersEnded(db, secretKey, account.email, 'reminders')
      return { is_on: !isEnded && (await hasReminder(db, id, account.id)) }
    },

    async set({ id }: Readable, account: Account, { is_on }: Reminder): Promise<void> {
      if (is_on) await resumeLetters(db, secretKey, account.email, 'reminders')
      await (is_on ? insertReminder(db, id, account.id) : deleteReminder(db, id, account.id))
    },
  }
}

const DAYS_BEFORE = [7, 1] as const
/** In Moscow time: no letter arrives at night. */
const FIRST_HOUR = 8
const EVENTS: RememberedEvent[] = ['birth', 'death']

/** Sends reminders: one per day and distance, however often and in however many processes it runs. */
export function createReminders(parts: {
  db: Db
  letters: Letters
  postman: Pick<Postman, 'wake'>
  now?: () => number
}) {
  const { db, letters, postman, now = Date.now } = parts

  /** False when it was already sent or switched off, or the account can no longer read the page. */
  async function send(tx: Db, due: DueReminder, event: RememberedEvent, day: string, daysBefore: number) {
    const { user_id, memorial_id } = due
    if (!(await mayRead(tx, memorial_id, user_id))) return false
    if (!(await recordReminderSent(tx, { user_id, memorial_id, event, day, days_before: daysBefore }))) return false
    const years = Number(day.slice(0, 4)) - Number(due.date.slice(0, 4))
    await enqueueLetter(tx, due.email, letters.dayComes({ ...due, id: memorial_id }, { event, day, daysBefore, years }))
    return true
  }

  return {
    async sendAllDue(): Promise<void> {
      const today = moscowDay(now())
      await deleteRemindersSentBefore(db, today)
      if (moscowHour(now()) < FIRST_HOUR) return
      let hasWritten = false
      for (const daysBefore of DAYS_BEFORE) {
        const day = daysLater(today, daysBefore)
        for (const event of EVENTS) {
          for (const due of await listDueReminders(db, event, { day, daysOfYear: rememberedOn(day), daysBefore })) {
            const isSent = await db.transaction().execute((tx) => send(tx, due, event, day, daysBefore))
            hasWritten ||= isSent
          }
        }
      }
      if (hasWritten) postman.wake()
    },
  }
}

/** Whether the account alone can still read the page. PINs and personal links do not count: they do not belong to accounts. */
async function mayRead(tx: Db, memorialId: number, userId: number): Promise<boolean> {
  const facts = await findMemorialFacts(tx, memorialId)
  return !!facts && (isOpenToAll(facts) || (await isKeeperOf(tx, memorialId, userId)))
}

/** The days of the year (such as 1231) remembered on this day. As in calendars, 29 February is the last day of February. */
function rememberedOn(day: string): number[] {
  const monthAndDay = day.slice('2026-'.length)
  const isLastOfFebruary = monthAndDay === '02-28' && daysLater(day, 1).endsWith('-03-01')
  const dayOfYear = Number(monthAndDay.replace('-', ''))
  return isLastOfFebruary ? [dayOfYear, 229] : [dayOfYear]
}
