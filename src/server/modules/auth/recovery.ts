import type { PasswordReset } from '@contract/auth'
import { RESET_PASSWORD_BAD_TOKEN, RESET_PASSWORD_INVALID_PASSWORD, USER_NOT_FOUND } from '@contract/errors'
import type { Db } from '../../db/schema'
import { ApiError, refused } from '../../lib/api-error'
import { countInEach, logRefusals } from '../../lib/attempts'
import { networkOf } from '../../lib/visitor-network'
import { hashPassword } from '../../lib/password'
import type { SecurityLog } from '../../lib/security-log'
import type { SecretKey } from '../../lib/token'
import { mailboxKey } from '../../lib/mailbox'
import type { Letters } from '../../mail/letters'
import type { Postman } from '../../mail/postman'
import { recordReached } from '../../mail/repository'
import { clearUnprovenPin, deleteCalendar, findUserByEmail, setPasswordByLetter } from '../accounts/user-repository'
import { enqueueLink } from '../accounts/email-links'
import { deleteResetTokens, findEmailToken, redeemEmailToken } from '../accounts/email-token-repository'
import { refuseWeakPassword } from '../accounts/secret-checks'
import { endSessions } from '../accounts/session-repository'
import type { AuthLimits } from './limits'

export function createRecovery(parts: {
  db: Db
  letters: Letters
  secretKey: SecretKey
  postman: Pick<Postman, 'wake'>
  limits: AuthLimits
  securityLog: SecurityLog
}) {
  const { db, letters, secretKey, postman, limits, securityLog } = parts

  return {
    /** 404 for an unknown e-mail, as the contract requires (src/contract/README.md). */
    async forgotPassword(email: string, address: string): Promise<void> {
      await countRequest(email, address)
      const user = await findUserByEmail(db, email)
      securityLog.record('password_reset_asked', { account: user?.id, email })
      if (!user?.is_active) throw new ApiError(404, USER_NOT_FOUND)
      await db.transaction().execute((tx) => enqueueLink(tx, user, 'reset', (token) => letters.passwordReset(token)))
      postman.wake()
    },

    /**
     * Ends every session of the account, what they made, and the secret URL of its calendar. When the password is refused, the
     * link stays valid for another try. Clears a PIN that was set before the e-mail was confirmed: the link proves who reads the
     * mailbox, but someone else may have set that PIN.
     */
    async resetPassword({ token, password }: PasswordReset): Promise<void> {
      const link = await findEmailToken(db, 'reset', token)
      if (!link?.is_good) {
        // Only for links that existed: otherwise anyone could fill the log with invented ones.
        if (link) securityLog.record('password_reset_failed', { account: link.user_id })
        throw refused(RESET_PASSWORD_BAD_TOKEN)
      }
      refuseWeakPassword(password, link.email, RESET_PASSWORD_INVALID_PASSWORD)
      const passwordHash = await hashPassword(password)
      const { isPinCleared, isCalendarEnded } = await db.transaction().execute(async (tx) => {
        if ((await redeemEmailToken(tx, 'reset', token)) === undefined) throw refused(RESET_PASSWORD_BAD_TOKEN)
        await setPasswordByLetter(tx, link.user_id, passwordHash)
        await recordReached(tx, secretKey, link.email)
        const isPinCleared = await clearUnprovenPin(tx, link.user_id)
        const { isInvitationEnded } = await endSessions(tx, link.user_id)
        const isCalendarEnded = await deleteCalendar(tx, link.user_id)
        await deleteResetTokens(tx, link.user_id)
        const user = { id: link.user_id, email: link.email }
        const changed = { isPinCleared, isCalendarEnded, isInvitationEnded }
        await enqueueLink(tx, user, 'not_me', (notMe) => letters.passwordChanged({ ...changed, notMe }))
        return { isPinCleared, isCalendarEnded }
      })
      postman.wake()
      securityLog.record('password_reset', { account: link.user_id })
      if (isPinCleared) securityLog.record('pin_changed', { account: link.user_id, kind: 'cleared' })
      if (isCalendarEnded) securityLog.record('calendar_ended', { account: link.user_id })
    },
  }

  function countRequest(email: string, address: string): Promise<void> {
    return logRefusals(securityLog, { lockedOut: 'letters_locked_out' }, { email }, () =>
      countInEach([limits.recoveriesByNetwork, networkOf(address)], [limits.recoveriesByMailbox, mailboxKey(email)]),
    )
  }
}
