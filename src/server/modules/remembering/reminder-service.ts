import type { Reminder } from '@contract/remembering'
import type { Account } from '../../access/account'
import type { Readable } from '../../access/memorial'
import type { Db } from '../../db/schema'
import { deleteReminder, hasReminder, insertReminder } from './reminder-repository'

export type ReminderService = ReturnType<typeof createReminderService>

/** Who wants letters before the days of a page. sending.ts writes them. */
export function createReminderService({ db }: { db: Db }) {
  return {
    async of({ id }: Readable, account: Account): Promise<Reminder> {
      return { is_on: await hasReminder(db, id, account.id) }
    },

    async set({ id }: Readable, account: Account, { is_on }: Reminder): Promise<void> {
      await (is_on ? insertReminder(db, id, account.id) : deleteReminder(db, id, account.id))
    },
  }
}
