import { sql } from 'kysely'
import { inSeconds, now } from '../../db/instants'
import type { Db } from '../../db/schema'
import { shortenedAddress } from '../../lib/network'
import { hashToken } from '../../lib/token'
import type { UserRow } from './user-repository'

const USER_AGENT_MAX_LENGTH = 200
/** More than anybody has devices; beyond that, the sessions that were not used for longest end. */
const SESSIONS_MOST = 100
/** Characters that show nothing, of which a screen should see no more than one space. */
const INVISIBLE = /[\p{C}\p{Z}]+/gu

/** Where a session is opened from, as the request tells it. */
export interface SessionOrigin {
  address?: string | undefined
  userAgent?: string | undefined
}

/**
 * Opens a session, unless the password is no longer the one that was confirmed: waits for a change under way, so that
 * no session of the old password outlives it, and for other sessions that open, so that no more are kept than may be.
 * Of its origin no more is kept than its person needs to know it again.
 */
export async function insertSession(
  tx: Db,
  confirmed: UserRow,
  token: string,
  seconds: number,
  { address = '', userAgent = '' }: SessionOrigin = {},
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('sessions')
    .columns(['token_hash', 'user_id', 'expires_at', 'address', 'user_agent'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .select([
          sql<Buffer>`${hashToken(token)}::bytea`.as('token_hash'),
          'id',
          inSeconds(seconds).as('expires_at'),
          sql<string | null>`${shortenedAddress(address)}::text`.as('address'),
          sql<string | null>`${printable(userAgent)}::text`.as('user_agent'),
        ])
        .where('id', '=', confirmed.id)
        .where('password_hash', '=', confirmed.password_hash)
        .where('is_active', '=', true)
        .forNoKeyUpdate(),
    )
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows !== 1n) return false
  await deleteSessionsBeyondMost(tx, confirmed.id)
  return true
}

async function deleteSessionsBeyondMost(tx: Db, userId: number): Promise<void> {
  await tx
    .deleteFrom('sessions')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', userId)
        .orderBy('last_used_at', 'desc')
        .orderBy('id', 'desc')
        .offset(SESSIONS_MOST),
    )
    .execute()
}

/** The sessions of an account that still hold: that of `token` first, then those used last. */
export async function listSessions(db: Db, userId: number, token: string) {
  const isCurrent = sql<boolean>`token_hash = ${hashToken(token)}`
  return db
    .selectFrom('sessions')
    .select(['id', 'created_at', 'last_used_at', 'address', 'user_agent', isCurrent.as('is_current')])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now())
    .orderBy('is_current', 'desc')
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SESSIONS_MOST)
    .execute()
}

/** False when the account has no such session. */
export async function deleteSessionOf(db: Db, userId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

export async function deleteSession(db: Db, token: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', hashToken(token)).execute()
}

/** Ends the sessions of an account; `except` names the token of the one that goes on. */
export async function deleteSessions(db: Db, userId: number, { except }: { except?: string } = {}): Promise<void> {
  let sessions = db.deleteFrom('sessions').where('user_id', '=', userId)
  if (except !== undefined) sessions = sessions.where('token_hash', '<>', hashToken(except))
  await sessions.execute()
}

export async function deleteExpiredSessions(db: Db): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<', now()).execute()
}

/** What a browser calls itself, fit to be shown; null when it says nothing. */
function printable(userAgent: string): string | null {
  return userAgent.slice(0, USER_AGENT_MAX_LENGTH).replace(INVISIBLE, ' ').trim() || null
}
