import type { PasswordReset } from '@contract/auth'
import { RESET_PASSWORD_BAD_TOKEN, RESET_PASSWORD_INVALID_PASSWORD, USER_NOT_FOUND } from '@contract/errors'
import { ApiError, refused } from '../../lib/api-error'
import { countInEach } from '../../lib/attempts'
import { networkOf } from '../../lib/network'
import { hashPassword } from '../../lib/password'
import { randomToken } from '../../lib/token'
import { enqueueLetter } from '../../mail/queue'
import { emailKey, findUserByEmail, setPassword } from '../users/repository'
import type { AuthLimits } from './limits'
import { refuseWeakPassword } from './password-rules'
import { deleteResetTokens, deleteSessions, findEmailToken, insertEmailToken, useEmailToken } from './repository'
import type { AuthParts } from './service'

const RESET_SECONDS = 3600

/** The way back for who forgot their password. */
export function createRecovery({ db, letters, postman, limits }: AuthParts & { limits: AuthLimits }) {
  return {
    /** 404 for an unknown e-mail: SPEC §8 wants it said. */
    async forgotPassword(email: string, address: string): Promise<void> {
      await countInEach([limits.recoveriesByNetwork, networkOf(address)], [limits.recoveriesByAccount, emailKey(email)])
      const user = await findUserByEmail(db, email)
      if (!user?.is_active) throw new ApiError(404, USER_NOT_FOUND)
      const token = randomToken()
      await db.transaction().execute(async (tx) => {
        await insertEmailToken(tx, { userId: user.id, purpose: 'reset', token, seconds: RESET_SECONDS })
        await enqueueLetter(tx, user.email, letters.passwordReset(token))
      })
      postman.wake()
    },

    /** Ends every session of the account. A password that is refused leaves the link good for another try. */
    async resetPassword({ token, password }: PasswordReset): Promise<void> {
      const link = await findEmailToken(db, 'reset', token)
      if (!link?.is_good) throw refused(RESET_PASSWORD_BAD_TOKEN)
      refuseWeakPassword(password, RESET_PASSWORD_INVALID_PASSWORD)
      const passwordHash = await hashPassword(password)
      await db.transaction().execute(async (tx) => {
        if ((await useEmailToken(tx, 'reset', token)) === undefined) throw refused(RESET_PASSWORD_BAD_TOKEN)
        await setPassword(tx, link.user_id, passwordHash)
        await deleteSessions(tx, link.user_id)
        await deleteResetTokens(tx, link.user_id)
        await enqueueLetter(tx, link.email, letters.passwordChanged())
      })
      postman.wake()
      // Who forgot a password has often tried it ten times; the new one must open the door at once.
      await limits.loginsByAccount.forget(emailKey(link.email))
    },
  }
}
