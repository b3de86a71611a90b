import type { Account } from '../../access/account'
import { memorialIdsOfKeeper, type MemorialRow } from '../../access/repository'
import type { Db } from '../../db/schema'
import { holdSession } from '../accounts/session-repository'

/** The columns of a memorial that a calendar shows. */
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

/**
 * The key of the account's calendar, or `newKey` if it has none yet; two concurrent calls get the same key. Holds the current
 * session, so it waits for a concurrent password change: undefined when that has ended the session.
 */
export async function keyOfCalendar(
  tx: Db,
  account: Pick<Account, 'id' | 'sessionId'>,
  newKey: string,
): Promise<{ key: string; isNew: boolean } | undefined> {
  if (!(await holdSession(tx, account))) return undefined
  const { key } = await tx
    .insertInto('calendars')
    .values({ user_id: account.id, key: newKey })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet((eb) => ({ key: eb.ref('calendars.key') })))
    .returning('key')
    .executeTakeFirstOrThrow()
  return { key, isNew: key === newKey }
}

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

/** The people of all pages that an account owns or keeps. */
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
    .where('id', 'in', memorialIdsOfKeeper(userId))
    .orderBy('id')
    .execute()
}
