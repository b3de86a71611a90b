import { SLEEPING_NOTICE_DAYS } from '@contract/retention'
import type { Db } from '../../db/schema'
import { forEachOf } from '../../lib/for-each-of'
import type { Letters } from '../../mail/letters'
import type { Postman } from '../../mail/postman'
import { enqueueLetter } from '../../mail/queue'
import { enqueueLink } from '../accounts/email-links'
import { lockAccount } from '../accounts/user-repository'
import {
  listAccountsSoonDestroyed,
  listSleepersToOffer,
  listInactiveToNotify,
  lockPagesOf,
  recordOffer,
  recordReminderOfEnd,
  markNotifiedOfAbsence,
} from './repository'
import { offerPage } from './service'

const DAY_MS = 24 * 3600 * 1000

/** Letters for accounts whose holders are away: deleted but not yet destroyed, or sleeping. */
export function createAbsenceLetters(parts: { db: Db; letters: Letters; postman: Pick<Postman, 'wake'> }) {
  const { db, letters, postman } = parts

  /** Runs each in its own transaction; `write` returns false when there was nothing left to send. */
  async function toEach(ids: number[], write: (tx: Db, id: number) => Promise<boolean>): Promise<void> {
    await forEachOf(ids, async (id) => {
      if (await db.transaction().execute((tx) => write(tx, id))) postman.wake()
    })
  }

  async function remindOfEnd(tx: Db, id: number): Promise<boolean> {
    const user = await lockAccount(tx, id)
    if (!user?.leaves_at || user.reminded_of_end_at !== null) return false
    const { leaves_at: end } = user
    await recordReminderOfEnd(tx, id)
    await enqueueLink(tx, user, 'return', (token) => letters.accountEnds(token, end))
    return true
  }

  async function notifyOfAbsence(tx: Db, id: number): Promise<boolean> {
    const user = await lockAccount(tx, id)
    if (!user?.heir_email || user.told_of_sleep_at !== null) return false
    await markNotifiedOfAbsence(tx, id)
    const offeredAt = new Date(Date.now() + SLEEPING_NOTICE_DAYS * DAY_MS)
    await enqueueLetter(tx, user.email, letters.accountSleeps(user.heir_email, offeredAt))
    return true
  }

  /** Locks the pages before the account, as everywhere. */
  async function offerPages(tx: Db, id: number): Promise<boolean> {
    const pages = await lockPagesOf(tx, id)
    const user = await lockAccount(tx, id)
    if (!user?.heir_email || user.told_of_sleep_at === null || user.pages_offered_at !== null) return false
    const { heir_email: email } = user
    await recordOffer(tx, id)
    for (const page of pages) {
      const { link, to } = await offerPage(tx, page.id, { email, from: id })
      await enqueueLetter(tx, to, letters.pageOfSleeper(page, link), { memorialId: page.id, accountId: id })
    }
    return pages.length > 0
  }

  return {
    async sendAllDue(): Promise<void> {
      await toEach(await listAccountsSoonDestroyed(db), remindOfEnd)
      await toEach(await listInactiveToNotify(db), notifyOfAbsence)
      await toEach(await listSleepersToOffer(db), offerPages)
    },
  }
}
