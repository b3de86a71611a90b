import type { Account } from '../../access/account'
import type { Db } from '../../db/schema'
import { deleteSessionOf, deleteSessions, endWhatSessionMade } from './session-repository'

/**
 * Ends the sessions of an account except that of `except`, and revokes what any session made, including expired ones and the
 * one that continues: export URLs, PIN tokens for the account's own reading, invitations not yet accepted, and a pending
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
