import type { Db } from '../db/schema'
import { hashToken } from '../lib/token'

/** The active account whose living session this token is. */
export async function findAccountByToken(db: Db, token: string) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'users.id',
      'users.email',
      'users.is_verified',
      'users.is_superuser',
      'users.verified_at',
      'users.password_set_by_letter_at',
    ])
    .where('sessions.token_hash', '=', hashToken(token))
    .where('sessions.expires_at', '>', new Date())
    .where('users.is_active', '=', true)
    .executeTakeFirst()
}

/** The hash of an owner's PIN; null when none is set. */
export async function findPinHash(db: Db, userId: number): Promise<string | null> {
  const owner = await db.selectFrom('users').select('pin_hash').where('id', '=', userId).executeTakeFirst()
  return owner?.pin_hash ?? null
}
