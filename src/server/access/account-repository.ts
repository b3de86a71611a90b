import { type Expression, expressionBuilder, sql } from 'kysely'
import { FRESH_SESSION_MINUTES } from '@contract/session'
import type { Db, Tables } from '../db/schema'
import { hashToken } from '../lib/token'
import { isLiving } from './signing-session'

/** The precision of `last_used_at`. Its reader wants to know the day; an exact time would cost a write per request. */
const LAST_USE_PRECISION_SECONDS = 5 * 60

/** The active account of a valid session; `is_last_use_stale` says whether to call `updateLastUse`. */
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
      'sessions.id as session_id',
      isFresh().as('is_fresh'),
      isLastUseStale().as('is_last_use_stale'),
    ])
    .select((eb) => hasFactor(eb.ref('users.id')).as('has_factor'))
    .where('sessions.token_hash', '=', hashToken(token))
    .where(isLiving())
    .where('users.is_active', '=', true)
    .executeTakeFirst()
}

/** Of several concurrent requests, only one writes. */
export async function updateLastUse(db: Db, token: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_used_at: sql<Date>`now()` })
    .where('token_hash', '=', hashToken(token))
    .where(isLastUseStale())
    .execute()
}

/** The hash of an owner's PIN; null when none is set. */
export async function findPinHash(db: Db, userId: number): Promise<string | null> {
  const owner = await db.selectFrom('users').select('pin_hash').where('id', '=', userId).executeTakeFirst()
  return owner?.pin_hash ?? null
}

function isFresh() {
  return sql<boolean>`coalesce(sessions.confirmed_at > now() - make_interval(mins => ${FRESH_SESSION_MINUTES}), false)`
}

/** Whether an account has a second factor that counts. */
export function hasFactor(userId: Expression<number>) {
  return expressionBuilder<Tables>().exists((eb) =>
    eb
      .selectFrom('factors')
      .select('factors.id')
      .where('factors.user_id', '=', userId)
      .where('factors.confirmed_at', 'is not', null),
  )
}

function isLastUseStale() {
  return sql<boolean>`sessions.last_used_at < now() - make_interval(secs => ${LAST_USE_PRECISION_SECONDS})`
}
