import type { PasswordChange, PinChange, PinReset, User } from '@contract/user'
import type { Account } from '../../access/account'
import type { Db } from '../../db/schema'
import { ApiError, invalidField, refused, unauthorized } from '../../lib/api-error'
import { countSuccesses, type LimitAttempts } from '../../lib/attempts'
import { hashPassword } from '../../lib/password'
import type { SecurityLog } from '../../lib/security-log'
import { isGuessable } from '../../lib/guessable-pins'
import { isWellKnown } from '../../lib/well-known-passwords'
import type { Letters } from '../../mail/letters'
import type { Postman } from '../../mail/postman'
import { deleteCalendar } from '../accounts/calendar-repository'
import { enqueueLink } from '../accounts/email-links'
import { deleteResetTokens } from '../accounts/email-token-repository'
import { isLikeEmail, PASSWORD_LIKE_EMAIL, PASSWORD_WELL_KNOWN } from '../accounts/password-rules'
import { endSessions } from '../accounts/session-endings'
import { createSecretChecks, WRONG_PASSWORD, WRONG_PIN } from '../accounts/secret-checks'
import { asUser } from '../accounts/user'
import { listFactorKinds } from '../factors/repository'
import { findUser, replacePassword, replacePin, setFirstPin, type UserRow } from '../accounts/user-repository'

const GUESSABLE_PIN = 'Такой PIN-код легко угадать.'
const PIN_EXISTS = 'PIN-код уже установлен'
/** Limited, since each change sends a letter, possibly to an unconfirmed e-mail. */
const PASSWORD_CHANGES = {
  name: 'password-changes',
  max: 10,
  seconds: 3600,
  refusal: 'Пароль меняли слишком часто. Попробуйте, пожалуйста, позже.',
}

export type UserService = ReturnType<typeof createUserService>

/** Password and PIN of the own account. */
export function createUserService(parts: {
  db: Db
  letters: Letters
  postman: Pick<Postman, 'wake'>
  limitAttempts: LimitAttempts
  securityLog: SecurityLog
  moderatorEmails: readonly string[]
}) {
  const { db, letters, postman, securityLog, moderatorEmails } = parts
  const { confirmPassword, confirmSession, confirmPin } = createSecretChecks(parts)
  const passwordChanges = parts.limitAttempts(PASSWORD_CHANGES)

  return {
    async show(account: Account): Promise<User> {
      const kinds = await listFactorKinds(db, account.id)
      return asUser(await existing(account), moderatorEmails, kinds.length > 0)
    },

    /** Ends the other sessions, what any session made, and the secret URL of the calendar. The current session continues. */
    async changePassword(account: Account, change: PasswordChange): Promise<void> {
      if (isWellKnown(change.new_password)) throw invalidField('new_password', PASSWORD_WELL_KNOWN)
      const user = await existing(account)
      if (isLikeEmail(change.new_password, user.email)) throw invalidField('new_password', PASSWORD_LIKE_EMAIL)
      // Wrong passwords are counted by `confirmSession`.
      const { isCalendarEnded } = await countSuccesses([[passwordChanges, String(user.id)]], () =>
        replaceConfirmed(user, account, change),
      )
      postman.wake()
      securityLog.record('password_changed', { account: user.id })
      if (isCalendarEnded) securityLog.record('calendar_ended', { account: user.id })
    },

    async setPin(account: Account, pin: string): Promise<void> {
      refuseGuessable('pin_code', pin)
      // Checked before the expensive hash. `setFirstPin` decides between two concurrent calls.
      const { id, pin_hash: pinHash } = await existing(account)
      if (pinHash !== null || !(await setFirstPin(db, id, await hashPassword(pin)))) throw new ApiError(409, PIN_EXISTS)
      securityLog.record('pin_changed', { account: id, kind: 'first' })
    },

    async changePin(account: Account, { current_pin_code, new_pin_code }: PinChange): Promise<void> {
      refuseGuessable('new_pin_code', new_pin_code)
      const user = await existing(account)
      await confirmPin(user, current_pin_code)
      if (!(await replacePin(db, user, await hashPassword(new_pin_code)))) throw refused(WRONG_PIN)
      securityLog.record('pin_changed', { account: user.id, kind: 'by PIN' })
    },

    async resetPin(account: Account, { current_password, new_pin_code }: PinReset): Promise<void> {
      refuseGuessable('new_pin_code', new_pin_code)
      const user = await existing(account)
      await confirmPassword(user, current_password)
      if (!(await replacePin(db, user, await hashPassword(new_pin_code)))) throw refused(WRONG_PASSWORD)
      securityLog.record('pin_changed', { account: user.id, kind: 'by password' })
    },
  }

  /** 400 when the current password is wrong. The current session continues. */
  async function replaceConfirmed(user: UserRow, account: Account, change: PasswordChange) {
    await confirmSession(account, user, change.current_password)
    const passwordHash = await hashPassword(change.new_password)
    return db.transaction().execute(async (tx) => {
      if (!(await replacePassword(tx, user, passwordHash))) throw refused(WRONG_PASSWORD)
      const { isInvitationEnded } = await endSessions(tx, user.id, { except: account })
      const isCalendarEnded = await deleteCalendar(tx, user.id)
      await deleteResetTokens(tx, user.id)
      const ended = { isCalendarEnded, isInvitationEnded }
      await enqueueLink(tx, user, 'not_me', (notMe) => letters.passwordChanged({ ...ended, notMe }))
      return { isCalendarEnded }
    })
  }

  async function existing({ id }: Account): Promise<UserRow> {
    const user = await findUser(db, id)
    if (!user) throw unauthorized()
    return user
  }
}

function refuseGuessable(field: 'pin_code' | 'new_pin_code', pin: string): void {
  if (isGuessable(pin)) throw invalidField(field, GUESSABLE_PIN)
}
