import type { Confirmation } from '@contract/auth'
import { LOGIN_BAD_CREDENTIALS } from '@contract/errors'
import type { Account } from '../../access/account'
import type { Db } from '../../db/schema'
import { unauthorized } from '../../lib/api-error'
import type { LimitAttempts } from '../../lib/attempts'
import type { SecurityLog } from '../../lib/security-log'
import { createSecretChecks, WRONG_PASSWORD } from '../accounts/secret-checks'
import { findUser } from '../accounts/user-repository'

const REFUSED = { code: LOGIN_BAD_CREDENTIALS, reason: WRONG_PASSWORD }

/** Makes a session fresh, so that for some minutes it may do what cannot be undone (see `requireFresh`). */
export function createConfirmation(parts: { db: Db; limitAttempts: LimitAttempts; securityLog: SecurityLog }) {
  const { confirmSession } = createSecretChecks(parts)

  return {
    /** 400 for a wrong password; misses count with those of every call that takes the current password. */
    async confirm(account: Account, { password }: Confirmation): Promise<void> {
      const user = await findUser(parts.db, account.id)
      if (!user) throw unauthorized()
      await confirmSession(account, user, password, REFUSED)
      parts.securityLog.record('session_confirmed', { account: user.id, kind: 'password' })
    },
  }
}
