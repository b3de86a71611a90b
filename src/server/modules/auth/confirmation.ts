import type { Confirmation } from '@contract/auth'
import { LOGIN_BAD_CREDENTIALS } from '@contract/errors'
import type { Account } from '../../access/account'
import type { Db } from '../../db/schema'
import { unauthorized } from '../../lib/api-error'
import type { LimitAttempts } from '../../lib/attempts'
import type { SecurityLog } from '../../lib/security-log'
import { createSecretChecks, WRONG_PASSWORD } from '../accounts/secret-checks'
import type { FactorChecks } from '../factors/factor-checks'
import { findUser } from '../accounts/user-repository'

const REFUSED = { code: LOGIN_BAD_CREDENTIALS, reason: WRONG_PASSWORD }
const WRONG_FACTOR = { code: LOGIN_BAD_CREDENTIALS, reason: 'Код или ключ доступа не подошёл.' }

/** Makes a session fresh: for some minutes it may do what cannot be undone (see `requireFresh`). */
export function createConfirmation(parts: {
  db: Db
  limitAttempts: LimitAttempts
  securityLog: SecurityLog
  factorChecks: Pick<FactorChecks, 'isTheirs'>
}) {
  const { confirmSession, confirmSessionBy } = createSecretChecks(parts)

  return {
    /** 400 for a wrong password, code or passkey; failures share one limit with every route that takes the current password. */
    async confirm(account: Account, { password, ...proof }: Confirmation): Promise<void> {
      const user = await findUser(parts.db, account.id)
      if (!user) throw unauthorized()
      if (password) await confirmSession(account, user, password, REFUSED)
      else await confirmSessionBy(account, user, () => parts.factorChecks.isTheirs(user.id, proof), WRONG_FACTOR)
      parts.securityLog.record('session_confirmed', { account: user.id, kind: password ? 'password' : 'factor' })
    },
  }
}
