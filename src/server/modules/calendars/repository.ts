import { sql } from 'kysely'
import type { Account } from '../../access/account'
import type { MemorialRow } from '../../access/memorial-repository'
import { memorialIdsOfKeeper } from '../../access/keeper-repository'
import type { Db } from '../../db/schema'
import { hashToken } from '../../lib/token'

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
 * The key of the account's calendar, or `newKey` if it has none yet; two concurrent calls get the same key. Locks the current
 * session, so it waits for a concurrent password change: undefined when that has ended the session.
 */
export async function keyOfCalendar(
  db: Db,
  { id, token }: Pick<Account, 'id' | 'token'>,
  newKey: string,
): Promise<{ key: string; isNew: boolean } | undefined> {
  const calendar = await db
    .insertInto('calendars')
    .columns(['user_id', 'key'])
    .expression((eb) =>
      eb
        .selectFrom('sessions')
        .select(['user_id', sql<string>`${newKey}::text`.as('key')])
        .where('token_hash', '=', hashToken(token))
        .where('user_id', '=', id)
        .forShare(),
    )
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet((eb) => ({ key: eb.ref('calendars.key') })))
    .returning('key')
    .executeTakeFirst()
  return calendar && { key: calendar.key, isNew: calendar.key === newKey }
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
