import { sql } from 'kysely'
import type { RememberedEvent } from '@contract/remembering'
import type { PersonName } from '@contract/names'
import type { Db } from '../../db/schema'

/** A due letter: the recipient and the day. */
export interface DueReminder extends PersonName {
  user_id: number
  memorial_id: number
  email: string
  /** The date of the birth or the death. */
  date: string
}

export async function hasReminder(db: Db, memorialId: number, userId: number): Promise<boolean> {
  const found = await db
    .selectFrom('reminders')
    .select('user_id')
    .where('memorial_id', '=', memorialId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return found !== undefined
}

/** Does nothing when the page has just been deleted. */
export async function insertReminder(db: Db, memorialId: number, userId: number): Promise<void> {
  await db
    .insertInto('reminders')
    .columns(['memorial_id', 'user_id'])
    .expression((eb) =>
      eb
        .selectFrom('memorials')
        .select(['id', sql<number>`${userId}::integer`.as('user_id')])
        .where('id', '=', memorialId)
        .forKeyShare(),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteReminder(db: Db, memorialId: number, userId: number): Promise<void> {
  await db.deleteFrom('reminders').where('memorial_id', '=', memorialId).where('user_id', '=', userId).execute()
}

/** The anniversaries of an event. 31 December is the day of the year 1231. Uses an index on exactly this expression. */
export async function listDueReminders(
  db: Db,
  event: RememberedEvent,
  { day, daysOfYear, daysBefore }: { day: string; daysOfYear: number[]; daysBefore: number },
): Promise<DueReminder[]> {
  const date = sql.ref<string>(`memorials.${event}_date`)
  return db
    .selectFrom('reminders')
    .innerJoin('memorials', 'memorials.id', 'reminders.memorial_id')
    .innerJoin('users', 'users.id', 'reminders.user_id')
    .select(['reminders.user_id', 'reminders.memorial_id', 'users.email'])
    .select(['memorials.lastname', 'memorials.name', 'memorials.surname', date.as('date')])
    .where(`memorials.${event}_precision`, '=', sql.lit('day' as const))
    .where(sql<number>`(extract(month from ${date}) * 100 + extract(day from ${date}))::integer`, 'in', daysOfYear)
    .where(date, '<', day)
    .where('users.is_active', '=', true)
    .where('users.is_verified', '=', true)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('reminders_sent')
            .select('reminders_sent.user_id')
            .whereRef('reminders_sent.user_id', '=', 'reminders.user_id')
            .whereRef('reminders_sent.memorial_id', '=', 'reminders.memorial_id')
            .where('reminders_sent.event', '=', event)
            .where('reminders_sent.day', '=', day)
            .where('reminders_sent.days_before', '=', daysBefore),
        ),
      ),
    )
    .orderBy('reminders.user_id')
    .orderBy('reminders.memorial_id')
    .execute()
}

/** False when the letter was already sent, or the reminder is off. Of two processes exactly one gets true. */
export async function noteReminderSent(
  tx: Db,
  sent: { user_id: number; memorial_id: number; event: RememberedEvent; day: string; days_before: number },
): Promise<boolean> {
  // Locked, so that neither the account nor the page is deleted before the letter is in the queue.
  const reminder = await tx
    .selectFrom('reminders')
    .select('user_id')
    .where('user_id', '=', sent.user_id)
    .where('memorial_id', '=', sent.memorial_id)
    .forShare()
    .executeTakeFirst()
  if (!reminder) return false
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('reminders_sent')
    .values(sent)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Deletes the records of past days. */
export async function deleteRemindersSentBefore(db: Db, day: string): Promise<void> {
  await db.deleteFrom('reminders_sent').where('day', '<', day).execute()
}
