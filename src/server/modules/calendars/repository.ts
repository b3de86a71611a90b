import type { MemorialRow } from '../../access/memorial-repository'
import type { Db } from '../../db/schema'

/** What a calendar tells of a memorial. */
export type Remembered = Pick<
  MemorialRow,
  | 'id'
  | 'lastname'
  | 'name'
  | 'surname'
  | 'birth_date'
  | 'birth_precision'
  | 'death_date'
  | 'death_precision'
  | 'created_at'
  | 'updated_at'
>

/** The key of the account's calendar. `newKey` becomes it if it has none; of two calls at once both get the same. */
export async function keyOfCalendar(db: Db, userId: number, newKey: string): Promise<{ key: string; isNew: boolean }> {
  const { key } = await db
    .insertInto('calendars')
    .values({ user_id: userId, key: newKey })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet((eb) => ({ key: eb.ref('calendars.key') })))
    .returning('key')
    .executeTakeFirstOrThrow()
  return { key, isNew: key === newKey }
}

/** False when the account has none. */
export async function deleteCalendar(db: Db, userId: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('calendars').where('user_id', '=', userId).executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** The account whose calendar has this key. */
export async function findCalendarHolder(db: Db, key: string): Promise<number | undefined> {
  const holder = await db
    .selectFrom('calendars')
    .innerJoin('users', 'users.id', 'calendars.user_id')
    .select('users.id')
    .where('calendars.key', '=', key)
    .where('users.is_active', '=', true)
    .executeTakeFirst()
  return holder?.id
}

export async function listRememberedOf(db: Db, userId: number): Promise<Remembered[]> {
  return db
    .selectFrom('memorials')
    .select([
      'id',
      'lastname',
      'name',
      'surname',
      'birth_date',
      'birth_precision',
      'death_date',
      'death_precision',
      'created_at',
      'updated_at',
    ])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
}
