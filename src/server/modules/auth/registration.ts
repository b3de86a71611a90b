import type { Registration } from '@contract/auth'
import { REGISTER_INVALID_PASSWORD, REGISTER_USER_ALREADY_EXISTS } from '@contract/errors'
import type { User } from '@contract/user'
import type { Db } from '../../db/schema'
import { refused } from '../../lib/api-error'
import { countInEach } from '../../lib/attempts'
import { networkOf } from '../../lib/network'
import { hashPassword } from '../../lib/password'
import { randomToken } from '../../lib/token'
import { enqueueLetter } from '../../mail/queue'
import { emailKey, findUserByEmail, insertUser, markVerified, type UserRow } from '../users/repository'
import { asUser } from '../users/user'
import type { AuthLimits } from './limits'
import { refuseWeakPassword } from './password-rules'
import { findEmailToken, insertConsent, insertEmailToken, useEmailToken } from './repository'
import type { AuthParts } from './service'

const VERIFICATION_SECONDS = 24 * 3600

/** Registration, and the proof that the e-mail is one's own. */
export function createRegistration({
  db,
  letters,
  postman,
  limits,
  moderatorEmails,
  newAccount,
}: AuthParts & { limits: AuthLimits }) {
  async function enqueueVerification(tx: Db, { id: userId, email }: UserRow): Promise<void> {
    const token = randomToken()
    await insertEmailToken(tx, { userId, purpose: 'verify', token, seconds: VERIFICATION_SECONDS })
    await enqueueLetter(tx, email, letters.verification(token))
  }

  return {
    /** `address` is where the consent came from. The account, its consent and its letter come about together. */
    async register({ email, password, consent_version }: Registration, address: string): Promise<User> {
      refuseWeakPassword(password, REGISTER_INVALID_PASSWORD)
      const passwordHash = await hashPassword(password)
      const user = await db.transaction().execute(async (tx) => {
        const inserted = await insertUser(tx, { email, password_hash: passwordHash, ...newAccount })
        if (!inserted) throw refused(REGISTER_USER_ALREADY_EXISTS)
        if (consent_version !== undefined) await insertConsent(tx, inserted.id, consent_version, address)
        await enqueueVerification(tx, inserted)
        return inserted
      })
      postman.wake()
      return asUser(user, moderatorEmails)
    },

    /** Says nothing of whether the account exists; writes only where a letter helps. */
    async requestVerification(email: string, address: string): Promise<void> {
      await countInEach(
        [limits.verificationsByNetwork, networkOf(address)],
        [limits.verificationsByAccount, emailKey(email)],
      )
      const user = await findUserByEmail(db, email)
      if (!user?.is_active || user.is_verified) return
      await db.transaction().execute((tx) => enqueueVerification(tx, user))
      postman.wake()
    },

    /** True when the e-mail is verified, by this click or an earlier one: mail scanners open links before people do. */
    async verify(token: string): Promise<boolean> {
      return db.transaction().execute(async (tx) => {
        const userId = await useEmailToken(tx, 'verify', token)
        if (userId !== undefined) await markVerified(tx, userId)
        // A link that was used before, even a moment ago by a click at the same time, has served its purpose.
        const link = await findEmailToken(tx, 'verify', token)
        return link?.is_verified ?? false
      })
    },
  }
}
