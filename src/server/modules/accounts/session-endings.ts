import type { Account } from '../../access/account'
import type { Db } from '../../db/schema'
import { deleteSessionOf, deleteSessions, endWhatSessionMade } from './session-repository'

/**
 * Ends the sessions of an account but that of `except`, and what any of them made, also those that are over by now and the one
 * that goes on: addresses of exports, PIN tokens of the own reading, invitations that nobody has accepted, and a change of the
 * e-mail that waits. Returns whether there were such invitations.
 */
export async function endSessions(
  tx: Db,
  userId: number,
  { except }: { except?: Account } = {},
): Promise<{ isInvitationEnded: boolean }> {
  await deleteSessions(tx, userId, { ...(except && { except: except.token }) })
  // Addresses and tokens are signed with the session that made them. Its lock comes before the rows that it made: see `holdSession`.
  if (except) await endWhatSessionMade(tx, except.token)
  return deleteMade(tx, userId)
}

/** The same for one session, and what it made. False when the account has no such session. */
export async function endSession(tx: Db, userId: number, id: number): Promise<boolean> {
  if (!(await deleteSessionOf(tx, userId, id))) return false
  await deleteMade(tx, userId, id)
  return true
}

/** What is stored of it; offers of a page whose owner has gone no session made. */
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
