import { sql } from 'kysely'
import { SESSION_PAUSE_DAYS } from '@contract/retention'
import type { Account } from '../../access/account'
import { isLiving } from '../../access/repository'
import { clock, daysAgo, inSeconds, now } from '../../db/instants'
import type { Db } from '../../db/schema'
import { shortenedAddress } from '../../lib/visitor-network'
import { hashToken } from '../../lib/token'
import { deleteOffersOfAbsence, holdActiveUser, type UserRow } from './user-repository'

const USER_AGENT_MAX_LENGTH = 200
/** More than anyone has devices. Beyond that, the least recently used sessions end. */
const SESSIONS_MAX = 100
/** Invisible characters and spaces; a run of them is shown as one space. */
const INVISIBLE = /[\p{C}\p{Z}]+/gu

/** Where a request opens a session from. */
interface SessionOrigin {
  address?: string | undefined
  userAgent?: string | undefined
}

/**
 * Opens a session; false when the password has changed since it was checked. Locks the account's row, so it waits for a
 * concurrent password change, and no session of the old password survives it. The lock also enforces the limit on sessions.
 * Stores only as much of the origin as its holder needs to recognise it.
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
  await deleteSessionsBeyondMax(tx, confirmed.id)
  await recordSeen(tx, confirmed.id)
  return true
}

/** The holder is back: withdraws what was offered to the heir and not accepted. */
async function recordSeen(tx: Db, id: number): Promise<void> {
  await tx
    .updateTable('users')
    .set({ last_seen_at: clock(), told_of_sleep_at: null, pages_offered_at: null })
    .where('id', '=', id)
    .execute()
  await deleteOffersOfAbsence(tx, id)
}

async function deleteSessionsBeyondMax(tx: Db, userId: number): Promise<void> {
  await tx
    .deleteFrom('sessions')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', userId)
        .orderBy('last_used_at', 'desc')
        .orderBy('id', 'desc')
        .offset(SESSIONS_MAX),
    )
    .execute()
}

/** The active sessions of an account: that of `token` first, then the most recently used. */
export async function listSessions(db: Db, userId: number, token: string) {
  const isCurrent = sql<boolean>`token_hash = ${hashToken(token)}`
  return db
    .selectFrom('sessions')
    .select(['id', 'created_at', 'last_used_at', 'address', 'user_agent', isCurrent.as('is_current')])
    .where('user_id', '=', userId)
    .where(isLiving())
    .orderBy('is_current', 'desc')
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SESSIONS_MAX)
    .execute()
}

/** Makes the session fresh again, unless the password has changed since `confirmed` was read. */
export async function recordConfirmation(db: Db, confirmed: UserRow, token: string): Promise<void> {
  await db
    .updateTable('sessions')
    .from('users')
    .set({ confirmed_at: clock() })
    .where('sessions.token_hash', '=', hashToken(token))
    .whereRef('users.id', '=', 'sessions.user_id')
    .where('users.id', '=', confirmed.id)
    .where('users.password_hash', '=', confirmed.password_hash)
    .execute()
}

/** False when the account has no such session. */
async function deleteSessionOf(db: Db, userId: number, id: number): Promise<boolean> {
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

/** `except` is the token of a session that stays. */
export async function deleteSessions(db: Db, userId: number, { except }: { except?: string } = {}): Promise<void> {
  let sessions = db.deleteFrom('sessions').where('user_id', '=', userId)
  if (except !== undefined) sessions = sessions.where('token_hash', '<>', hashToken(except))
  await sessions.execute()
}

/**
 * False when the session has ended. Otherwise it cannot end before the transaction does: a caller that ends it waits, and then
 * finds the rows made here. Locks the account first, as everywhere.
 */
export async function holdSession(tx: Db, { id, sessionId }: Pick<Account, 'id' | 'sessionId'>): Promise<boolean> {
  if (!(await holdActiveUser(tx, id))) return false
  const held = await tx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('user_id', '=', id)
    // Key share is not enough: a password change only increments the epoch of its own session.
    .forShare()
    .executeTakeFirst()
  return held !== undefined
}

/** Revokes everything signed with the session so far; the session itself continues. */
async function endWhatSessionMade(tx: Db, token: string): Promise<void> {
  await tx
    .updateTable('sessions')
    .set((eb) => ({ epoch: eb('epoch', '+', 1) }))
    .where('token_hash', '=', hashToken(token))
    .execute()
}

/** Also deletes sessions that have been idle too long. */
export async function deleteExpiredSessions(db: Db): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('expires_at', '<', now()), eb('last_used_at', '<', daysAgo(SESSION_PAUSE_DAYS))]))
    .execute()
}

/** A User-Agent, shortened and cleaned for display; null when there is none. */
function printable(userAgent: string): string | null {
  return userAgent.slice(0, USER_AGENT_MAX_LENGTH).replace(INVISIBLE, ' ').trim() || null
}

/**
 * Ends the sessions of an account except that of `except`, and revokes what any session made, including expired ones and the
 * one that continues: export URLs, memorial tokens for the account's own reading, invitations not yet accepted, and a pending
 * change of the e-mail. Returns whether there were such invitations.
 */
export async function endSessions(
  tx: Db,
  userId: number,
  { except }: { except?: Account } = {},
): Promise<{ isInvitationEnded: boolean }> {
  await deleteSessions(tx, userId, { ...(except && { except: except.token }) })
  // URLs and tokens are signed with their session. Lock it before the rows that it made: see `holdSession`.
  if (except) await endWhatSessionMade(tx, except.token)
  return deleteMade(tx, userId)
}

/** The same for one session. False when the account has no such session. */
export async function endSession(tx: Db, userId: number, id: number): Promise<boolean> {
  if (!(await deleteSessionOf(tx, userId, id))) return false
  await deleteMade(tx, userId, id)
  return true
}

/** Deletes what sessions stored. No session made the offers of a page whose owner has left, so they stay. */
async function deleteMade(tx: Db, userId: number, sessionId?: number): Promise<{ isInvitationEnded: boolean }> {
  let invitations = tx
    .deleteFrom('invitations')
    .where('invited_by', '=', userId)
    .where('accepted_by', 'is', null)
    .where('on_leaving', '=', false)
  let changes = tx.deleteFrom('email_tokens').where('user_id', '=', userId).where('purpose', '=', 'change')
  if (sessionId !== undefined) {
    invitations = invitations.where('session_id', '=', sessionId)
    changes = changes.where('session_id', '=', sessionId)
  }
  const { numDeletedRows } = await invitations.executeTakeFirstOrThrow()
  await changes.execute()
  return { isInvitationEnded: numDeletedRows > 0n }
}
