import type { Confirmation } from '@contract/auth'
import { LOGIN_BAD_CREDENTIALS } from '@contract/errors'
import type { EditionsInForce } from '@contract/legal'
import type { Account } from '../../access/account'
import type { SecretKey } from '../../lib/token'
import type { NewAccountCredits } from '../../config'
import type { Db } from '../../db/schema'
import { unauthorized } from '../../lib/api-error'
import type { LimitAttempts } from '../../lib/attempts'
import type { SecurityLog } from '../../lib/security-log'
import type { Letters } from '../../mail/letters'
import type { Postman } from '../../mail/postman'
import { createSecretChecks, WRONG_PASSWORD } from '../accounts/secret-checks'
import { findUser } from '../accounts/user-repository'
import type { FactorChecks } from '../factors/factor-checks'
import type { Passkeys } from '../factors/passkeys'
import { createAuthLimits } from './limits'
import { createRecovery } from './recovery'
import { createRegistration } from './registration'
import { createSecondStep, createSignIn } from './sign-in'

interface AuthParts {
  db: Db
  letters: Letters
  postman: Pick<Postman, 'wake'>
  limitAttempts: LimitAttempts
  securityLog: SecurityLog
  /** Hashes the networks that people sign in from, so that the database does not reveal them. */
  secretKey: SecretKey
  moderatorEmails: readonly string[]
  newAccount: NewAccountCredits
  editions: EditionsInForce
  factorChecks: FactorChecks
  passkeys: Passkeys
}

export type AuthService = ReturnType<typeof createAuthService>

export function createAuthService(parts: AuthParts) {
  const limits = createAuthLimits(parts.limitAttempts)
  return {
    ...createRegistration({ ...parts, limits }),
    ...createSignIn({ ...parts, limits }),
    ...createConfirmation(parts),
    ...createSecondStep({ ...parts, limits }),
    ...createRecovery({ ...parts, limits }),
  }
}

const REFUSED = { code: LOGIN_BAD_CREDENTIALS, reason: WRONG_PASSWORD }
const WRONG_FACTOR = { code: LOGIN_BAD_CREDENTIALS, reason: 'Код или ключ доступа не подошёл.' }

/** Makes a session fresh: for some minutes it may do what cannot be undone (see `requireFresh`). */
function createConfirmation(parts: {
  db: Db
  limitAttempts: LimitAttempts
  securityLog: SecurityLog
  factorChecks: Pick<FactorChecks, 'isProofOf'>
}) {
  const { confirmSession, confirmSessionBy } = createSecretChecks(parts)

  return {
    /** 400 for a wrong password, code or passkey; failures share one limit with every route that takes the current password. */
    async confirm(account: Account, { password, ...proof }: Confirmation): Promise<void> {
      const user = await findUser(parts.db, account.id)
      if (!user) throw unauthorized()
      if (password) await confirmSession(account, user, password, REFUSED)
      else await confirmSessionBy(account, user, () => parts.factorChecks.isProofOf(user.id, proof), WRONG_FACTOR)
      parts.securityLog.record('session_confirmed', { account: user.id, kind: password ? 'password' : 'factor' })
    },
  }
}
