import type { PublicSettings } from '@contract/settings'
import type { Db } from '../../db/schema'
import type { LimitAttempts } from '../../lib/attempts'
import type { SecurityLog } from '../../lib/security-log'
import type { SecretKey } from '../../lib/token'
import type { Letters } from '../../mail/letters'
import type { Postman } from '../../mail/postman'
import { createFactorChecks } from './factor-checks'
import { createPasskeys } from './passkeys'
import { createFactorRecovery } from './recovery'
import { createFactorService } from './service'

export function createFactors(parts: {
  db: Db
  secretKey: SecretKey
  site: PublicSettings
  letters: Letters
  postman: Pick<Postman, 'wake'>
  limitAttempts: LimitAttempts
  securityLog: SecurityLog
  moderatorEmails: readonly string[]
}) {
  const passkeys = createPasskeys(parts)
  return {
    passkeys,
    factorChecks: createFactorChecks({ ...parts, passkeys }),
    own: createFactorService({ ...parts, passkeys }),
    recovery: createFactorRecovery(parts),
  }
}
