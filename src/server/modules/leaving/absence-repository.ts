import { sql } from 'kysely'
import { SLEEPING_NOTICE_DAYS, SLEEPING_YEARS } from '@contract/retention'
import { clock, daysAgo, inSeconds } from '../../db/instants'
import type { Db } from '../../db/schema'

/** How long before the destruction of an account its holder is reminded of the way back. */
const REMINDER_SECONDS = 3 * 24 * 3600

/** Deleted accounts that will be destroyed within days, and whose holders have not been reminded. */
export async function listAccountsSoonDestroyed(db: Db): Promise<number[]> {
  const accounts = await db
    .selectFrom('users')
    .select('id')
    .where('leaves_at', '<=', inSeconds(REMINDER_SECONDS))
    .where('leaves_at', '>', clock())
    .where('reminded_of_end_at', 'is', null)
    .orderBy('id')
    .execute()
  return accounts.map(({ id }) => id)
}

/** Sleeping accounts with an heir, whose holders have not been notified that the pages will be offered. */
export async function listSleepersToTell(db: Db): Promise<number[]> {
  const accounts = await sleepers(db).where('told_of_sleep_at', 'is', null).execute()
  return accounts.map(({ id }) => id)
}

/** Accounts whose holders were notified long enough ago, and did not sign in. */
export async function listSleepersToOffer(db: Db): Promise<number[]> {
  const accounts = await sleepers(db)
    .where('told_of_sleep_at', '<=', daysAgo(SLEEPING_NOTICE_DAYS))
    .where('pages_offered_at', 'is', null)
    .execute()
  return accounts.map(({ id }) => id)
}

export async function noteReminderOfEnd(tx: Db, id: number): Promise<void> {
  await tx.updateTable('users').set({ reminded_of_end_at: clock() }).where('id', '=', id).execute()
}

export async function noteToldOfSleep(tx: Db, id: number): Promise<void> {
  await tx.updateTable('users').set({ told_of_sleep_at: clock() }).where('id', '=', id).execute()
}

export async function noteOffer(tx: Db, id: number): Promise<void> {
  await tx.updateTable('users').set({ pages_offered_at: clock() }).where('id', '=', id).execute()
}

function sleepers(db: Db) {
  return db
    .selectFrom('users')
    .select('id')
    .where('last_seen_at', '<=', sql<Date>`now() - make_interval(years => ${SLEEPING_YEARS})`)
    .where('heir_email', 'is not', null)
    .where('is_active', '=', true)
    .where((eb) =>
      eb.exists(eb.selectFrom('memorials').select('memorials.id').whereRef('memorials.user_id', '=', 'users.id')),
    )
    .orderBy('id')
}
