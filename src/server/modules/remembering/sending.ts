import { daysLater, moscowDay, moscowHour } from '@contract/days'
import type { RememberedEvent } from '@contract/remembering'
import { isKeeperOf } from '../../access/keeper-repository'
import { findMemorialFacts, isOpenToAll } from '../../access/memorial-repository'
import type { Db } from '../../db/schema'
import type { Letters } from '../../mail/letters'
import type { Postman } from '../../mail/postman'
import { enqueueLetter } from '../../mail/queue'
import { deleteRemindersSentBefore, type DueReminder, listDueReminders, noteReminderSent } from './reminder-repository'

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
    if (!(await noteReminderSent(tx, { user_id, memorial_id, event, day, days_before: daysBefore }))) return false
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
