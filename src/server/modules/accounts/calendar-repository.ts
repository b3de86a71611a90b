import type { Db } from '../../db/schema'

/** Revokes the secret URL of an account's calendar. False when the account has none. */
export async function deleteCalendar(db: Db, userId: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('calendars').where('user_id', '=', userId).executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}
