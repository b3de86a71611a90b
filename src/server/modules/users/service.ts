import type { PasswordChange, PinChange, PinReset, User } from '@contract/user'
import type { Account } from '../../access/account'
import type { Db } from '../../db/schema'
import { ApiError, invalidField, refused, unauthorized } from '../../lib/api-error'
import type { LimitAttempts } from '../../lib/attempts'
import { hashPassword } from '../../lib/password'
import type { SecurityLog } from '../../lib/security-log'
import { isWellKnown } from '../../lib/well-known-passwords'
import type { Letters } from '../../mail/letters'
import type { Postman } from '../../mail/postman'
import { enqueueLetter } from '../../mail/queue'
import { PASSWORD_WELL_KNOWN } from '../auth/password-rules'
import { deleteResetTokens, deleteSessions } from '../auth/repository'
import { findUser, replacePassword, replacePin, setFirstPin, type UserRow } from './repository'
import { createSecretChecks, WRONG_PASSWORD, WRONG_PIN } from './secret-checks'
import { asUser } from './user'

const PIN_EXISTS = 'PIN-код уже установлен'

export type UserService = ReturnType<typeof createUserService>

/** The rules of what account holders do with their own account. */
export function createUserService(parts: {
  db: Db
  letters: Letters
  postman: Pick<Postman, 'wake'>
  limitAttempts: LimitAttempts
  securityLog: SecurityLog
  moderatorEmails: readonly string[]
}) {
  const { db, letters, postman, securityLog, moderatorEmails } = parts
  const { confirmPassword, confirmPin } = createSecretChecks(parts)

  return {
    async show(account: Account): Promise<User> {
      return asUser(await existing(account), moderatorEmails)
    },

    /** Ends the other sessions of the account; the one that asks goes on. */
    async changePassword(account: Account, { current_password, new_password }: PasswordChange): Promise<void> {
      if (isWellKnown(new_password)) throw invalidField('new_password', PASSWORD_WELL_KNOWN)
      const user = await existing(account)
      await confirmPassword(user, current_password)
      const passwordHash = await hashPassword(new_password)
      await db.transaction().execute(async (tx) => {
        if (!(await replacePassword(tx, user, passwordHash))) throw refused(WRONG_PASSWORD)
        await deleteSessions(tx, user.id, { except: account.token })
        await deleteResetTokens(tx, user.id)
        await enqueueLetter(tx, user.email, letters.passwordChanged())
      })
      postman.wake()
      securityLog.tell('password_changed', { account: user.id })
    },

    async setPin(account: Account, pin: string): Promise<void> {
      // Looked at before anything is hashed; of two at once, both may see none.
      const { id, pin_hash: pinHash } = await existing(account)
      if (pinHash !== null || !(await setFirstPin(db, id, await hashPassword(pin)))) throw new ApiError(409, PIN_EXISTS)
      securityLog.tell('pin_changed', { account: id, kind: 'first' })
    },

    async changePin(account: Account, { current_pin_code, new_pin_code }: PinChange): Promise<void> {
      const user = await existing(account)
      await confirmPin(user, current_pin_code)
      if (!(await replacePin(db, user, await hashPassword(new_pin_code)))) throw refused(WRONG_PIN)
      securityLog.tell('pin_changed', { account: user.id, kind: 'by PIN' })
    },

    async resetPin(account: Account, { current_password, new_pin_code }: PinReset): Promise<void> {
      const user = await existing(account)
      await confirmPassword(user, current_password)
      if (!(await replacePin(db, user, await hashPassword(new_pin_code)))) throw refused(WRONG_PASSWORD)
      securityLog.tell('pin_changed', { account: user.id, kind: 'by password' })
    },
  }

  async function existing({ id }: Account): Promise<UserRow> {
    const user = await findUser(db, id)
    if (!user) throw unauthorized()
    return user
  }
}
