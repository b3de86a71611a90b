import { type Insertable, type Selectable } from 'kysely'
import type { Db, Tables } from '../../db/schema'

export type UserRow = Selectable<Tables['users']>
export type NewUser = Omit<Insertable<Tables['users']>, 'email_key'>

/** An e-mail as accounts are told apart by it: without case. */
export function emailKey(email: string): string {
  return email.toLowerCase()
}

export async function findUser(db: Db, id: number): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('email_key', '=', emailKey(email)).executeTakeFirst()
}

/** Undefined when the e-mail is taken. Two at once: exactly one gets the account. */
export async function insertUser(db: Db, user: NewUser): Promise<UserRow | undefined> {
  return db
    .insertInto('users')
    .values({ ...user, email_key: emailKey(user.email) })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function markVerified(db: Db, id: number): Promise<void> {
  await db.updateTable('users').set({ is_verified: true }).where('id', '=', id).execute()
}

export async function setPassword(db: Db, id: number, passwordHash: string): Promise<void> {
  await db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', id).execute()
}

/** False when the password is no longer the one that was confirmed. */
export async function replacePassword(db: Db, confirmed: UserRow, passwordHash: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('id', '=', confirmed.id)
    .where('password_hash', '=', confirmed.password_hash)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** False when there is a PIN already. */
export async function setFirstPin(db: Db, id: number, pinHash: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ pin_hash: pinHash })
    .where('id', '=', id)
    .where('pin_hash', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** False when the PIN or the password is no longer the one that was confirmed. */
export async function replacePin(db: Db, confirmed: UserRow, pinHash: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ pin_hash: pinHash })
    .where('id', '=', confirmed.id)
    .where('password_hash', '=', confirmed.password_hash)
    .where('pin_hash', 'is not distinct from', confirmed.pin_hash)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
