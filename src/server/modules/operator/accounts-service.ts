import type { Db } from '../../db/schema'
import type { OperatorEvent, SecurityLog } from '../../lib/security-log'
import { deleteTokensOf } from '../accounts/email-token-repository'
import { endSessions } from '../accounts/session-endings'
import { findUserByEmail, lockAccount, setActive, type UserRow } from '../accounts/user-repository'
import { recordInRegister } from '../audit/register-repository'
import type { MediaLibrary } from '../../media/media-library'
import { deleteRecovery } from '../factors/recovery-repository'
import { deleteAllFactors } from '../factors/repository'
import { createErasure } from '../leaving/erasure'
import { addCredits, type MoreCredits, setSuperuser } from './repository'

/** The operator's request cannot be fulfilled. The message is for the operator. */
export class OperatorError extends Error {}

export type OperatorAccounts = ReturnType<typeof createOperatorAccounts>

/** The operator's actions on accounts, each recorded in the register. Throws OperatorError when there is no such account. */
export function createOperatorAccounts(parts: {
  db: Db
  library: MediaLibrary
  securityLog: SecurityLog
  /** Without a mail server, letters are files there. */
  dataDir: string
}) {
  const { db, securityLog } = parts
  const erasure = createErasure(parts)

  async function found(email: string): Promise<UserRow> {
    const user = await findUserByEmail(db, email)
    if (!user) throw new OperatorError(`no account has the address ${email}`)
    return user
  }

  /** Changes the locked account, and records it. */
  async function change<T>(
    email: string,
    kind: OperatorEvent,
    work: (tx: Db, user: UserRow) => Promise<T>,
  ): Promise<T> {
    const { id } = await found(email)
    const result = await db.transaction().execute(async (tx) => {
      const user = await lockAccount(tx, id)
      if (!user) throw new OperatorError(`no account has the address ${email}`)
      await recordInRegister(tx, kind, { accountId: id })
      return work(tx, user)
    })
    securityLog.record(kind, { account: id, kind: 'operator' })
    return result
  }

  return {
    find: found,

    /** Ends its sessions and prevents sign-ins until unblocked. Its pages stay. A deleted account loses its way back. */
    block: (email: string): Promise<void> =>
      change(email, 'account_blocked', async (tx, { id }) => {
        await setActive(tx, id, false)
        await endSessions(tx, id)
        await deleteTokensOf(tx, id, ['return'])
      }),

    unblock: (email: string): Promise<void> =>
      change(email, 'account_unblocked', (tx, { id, leaves_at: leavesAt }) => {
        if (leavesAt)
          throw new OperatorError(`its holder deleted it: it will be destroyed at ${leavesAt.toISOString()}`)
        return setActive(tx, id, true)
      }),

    credit: (email: string, more: MoreCredits): Promise<UserRow> =>
      change(email, 'account_credited', (tx, { id }) => addCredits(tx, id, more)),

    /** Independent of MODERATOR_EMAILS: a moderator named here stays one. */
    setModerator: (email: string, isModerator: boolean): Promise<void> =>
      change(email, isModerator ? 'moderator_named' : 'moderator_dismissed', (tx, { id }) =>
        setSuperuser(tx, id, isModerator),
      ),

    /** For a holder who has lost all factors. Also ends all sessions: they may not be the holder's. */
    removeFactors: (email: string): Promise<void> =>
      change(email, 'factors_removed', async (tx, { id }) => {
        await deleteAllFactors(tx, id)
        await deleteRecovery(tx, id)
        await endSessions(tx, id)
      }),

    /** Destroys an account at once (see `createErasure`), also one that its holder deleted. Returns the number of pages. */
    async erase(email: string): Promise<{ accountId: number; pages: number }> {
      const user = await found(email)
      return { accountId: user.id, pages: await erasure.erase(user, 'operator') }
    },
  }
}
