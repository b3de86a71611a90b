import type { Registration } from '@contract/auth'
import { REGISTER_INVALID_PASSWORD, REGISTER_USER_ALREADY_EXISTS } from '@contract/errors'
import type { User } from '@contract/user'
import type { EditionsInForce } from '@contract/legal'
import { isModeratorEmail } from '../../access/account'
import type { NewAccountCredits } from '../../config'
import type { Db } from '../../db/schema'
import { refused } from '../../lib/api-error'
import { type Count, countInEach, countResponses, logRefusals } from '../../lib/attempts'
import { networkOf } from '../../lib/visitor-network'
import { hashPassword } from '../../lib/password'
import type { SecurityLog } from '../../lib/security-log'
import type { SecretKey } from '../../lib/token'
import { mailboxKey } from '../../lib/mailbox'
import type { Letters } from '../../mail/letters'
import type { Postman } from '../../mail/postman'
import { recordReached } from '../../mail/repository'
import { enqueueLink } from '../accounts/email-links'
import { findEmailToken, redeemEmailToken } from '../accounts/email-token-repository'
import { refuseWeakPassword } from '../accounts/secret-checks'
import { asUser } from '../accounts/user'
import { findUserByEmail, insertConsent, insertUser, markVerified, type UserRow } from '../accounts/user-repository'
import type { AuthLimits } from './limits'

/** Registration, and the confirmation of the e-mail. */
export function createRegistration(parts: {
  db: Db
  letters: Letters
  secretKey: SecretKey
  postman: Pick<Postman, 'wake'>
  limits: AuthLimits
  securityLog: SecurityLog
  moderatorEmails: readonly string[]
  newAccount: NewAccountCredits
  /** The editions of the texts that a registration accepts. */
  editions: EditionsInForce
}) {
  const { db, letters, secretKey, postman, limits, securityLog, moderatorEmails, editions } = parts

  return {
    /** `address` is the IP address that the consent came from. */
    async register(registration: Registration, address: string): Promise<User> {
      const { email } = registration
      const counts: Count[] = [
        [limits.registrationsByNetwork, networkOf(address)],
        [limits.registrationsByMailbox, mailboxKey(email)],
      ]
      const user = await logRefusals(securityLog, { lockedOut: 'registration_locked_out' }, { email }, () =>
        countResponses(counts, () => createAccount(registration, address)),
      )
      postman.wake()
      securityLog.record('registered', { account: user.id, email })
      return asUser(user, moderatorEmails, false)
    },

    /** Does not reveal whether the account exists. Only an unconfirmed account gets a letter. */
    async requestVerification(email: string, address: string): Promise<void> {
      await logRefusals(securityLog, { lockedOut: 'letters_locked_out' }, { email }, () =>
        countInEach(
          [limits.verificationsByNetwork, networkOf(address)],
          [limits.verificationsByMailbox, mailboxKey(email)],
        ),
      )
      const user = await findUserByEmail(db, email)
      if (!user?.is_active || user.is_verified) return
      await db.transaction().execute((tx) => enqueueLink(tx, user, 'verify', (token) => letters.verification(token)))
      postman.wake()
    },

    /** True also when the e-mail was verified before: mail scanners open links before people do. */
    async verify(token: string): Promise<boolean> {
      const { isVerified, newly } = await db.transaction().execute(async (tx) => {
        const userId = await redeemEmailToken(tx, 'verify', token)
        const newly = userId === undefined ? undefined : await markVerified(tx, userId)
        if (newly) await recordReached(tx, secretKey, newly.email)
        // A moderator proves access to the mailbox with a password set through a letter (see `isModerator`).
        if (newly && isModeratorEmail(newly.email, moderatorEmails)) {
          await enqueueLink(tx, newly, 'reset', (reset) => letters.moderatorPassword(reset))
        }
        // A used link is a success too: another click may have used it a moment ago.
        const link = await findEmailToken(tx, 'verify', token)
        return { isVerified: link?.is_verified ?? false, newly }
      })
      if (newly) {
        postman.wake()
        securityLog.record('email_verified', { account: newly.id, email: newly.email })
      }
      return isVerified
    },
  }

  /** Creates the account, its consent and its letter in one transaction. */
  async function createAccount({ email, password, consent_version }: Registration, address: string): Promise<UserRow> {
    refuseWeakPassword(password, email, REGISTER_INVALID_PASSWORD)
    const passwordHash = await hashPassword(password, { network: networkOf(address) })
    return db.transaction().execute(async (tx) => {
      const user = await insertUser(tx, { email, password_hash: passwordHash, ...parts.newAccount })
      if (!user) throw refused(REGISTER_USER_ALREADY_EXISTS)
      if (consent_version !== undefined) {
        await insertConsent(tx, { user_id: user.id }, { version: consent_version, address, accepted: editions })
      }
      await enqueueLink(tx, user, 'verify', (token) => letters.verification(token))
      return user
    })
  }
}
