import type { Reminder } from '@contract/remembering'
import type { Account } from '../../access/account'
import type { Readable } from '../../access/memorial'
import type { Db } from '../../db/schema'
import { areLettersEnded, resumeLetters } from '../../mail/reached-repository'
import { deleteReminder, hasReminder, insertReminder } from './reminder-repository'

export type ReminderService = ReturnType<typeof createReminderService>

/** Subscriptions to letters before the days of a page, which sending.ts sends. */
export function createReminderService({ db }: { db: Db }) {
  return {
    async of({ id }: Readable, account: Account): Promise<Reminder> {
      // An unsubscription by a letter's link overrides the reminders.
      const isEnded = await areLettersEnded(db, account.email, 'reminders')
      return { is_on: !isEnded && (await hasReminder(db, id, account.id)) }
    },

    async set({ id }: Readable, account: Account, { is_on }: Reminder): Promise<void> {
      if (is_on) await resumeLetters(db, account.email, 'reminders')
      await (is_on ? insertReminder(db, id, account.id) : deleteReminder(db, id, account.id))
    },
  }
}
