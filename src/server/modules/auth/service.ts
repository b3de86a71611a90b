import type { EditionsInForce } from '@contract/legal'
import type { SecretKey } from '../../lib/token'
import type { NewAccountCredits } from '../../config'
import type { Db } from '../../db/schema'
import type { LimitAttempts } from '../../lib/attempts'
import type { SecurityLog } from '../../lib/security-log'
import type { Letters } from '../../mail/letters'
import type { Postman } from '../../mail/postman'
import { createConfirmation } from './confirmation'
import type { FactorChecks } from '../factors/factor-checks'
import type { Passkeys } from '../factors/passkeys'
import { createAuthLimits } from './limits'
import { createRecovery } from './recovery'
import { createRegistration } from './registration'
import { createSecondStep } from './second-step'
import { createSignIn } from './sign-in'

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
