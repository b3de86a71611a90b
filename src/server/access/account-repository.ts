import { sql } from 'kysely'
import type { Db } from '../db/schema'
import { hashToken } from '../lib/token'

/** How far behind the last use of a session may be told: its person wants the day, and each request would be a write. */
const USE_NOTED_AGAIN_AFTER_SECONDS = 5 * 60

/** The active account whose living session this token is, and whether its use is to be noted again. */
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
      notedLongAgo().as('use_noted_long_ago'),
    ])
    .where('sessions.token_hash', '=', hashToken(token))
    .where('sessions.expires_at', '>', new Date())
    .where('users.is_active', '=', true)
    .executeTakeFirst()
}

/** Of several requests at once, one writes. */
export async function noteUse(db: Db, token: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_used_at: sql<Date>`now()` })
    .where('token_hash', '=', hashToken(token))
    .where(notedLongAgo())
    .execute()
}

/** The hash of an owner's PIN; null when none is set. */
export async function findPinHash(db: Db, userId: number): Promise<string | null> {
  const owner = await db.selectFrom('users').select('pin_hash').where('id', '=', userId).executeTakeFirst()
  return owner?.pin_hash ?? null
}

function notedLongAgo() {
  return sql<boolean>`sessions.last_used_at < now() - make_interval(secs => ${USE_NOTED_AGAIN_AFTER_SECONDS})`
}
