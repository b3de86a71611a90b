import type { PasswordChange, PinChange, PinReset, User } from '@contract/user'
import type { Account } from '../../access/account'
import type { Db } from '../../db/schema'
import { ApiError, invalidField, refused, unauthorized } from '../../lib/api-error'
import type { Attempts, LimitAttempts } from '../../lib/attempts'
import { hashPassword, isPassword } from '../../lib/password'
import type { SecurityLog } from '../../lib/security-log'
import { isWellKnown } from '../../lib/well-known-passwords'
import type { Letters } from '../../mail/letters'
import type { Postman } from '../../mail/postman'
import { enqueueLetter } from '../../mail/queue'
import { PASSWORD_WELL_KNOWN } from '../auth/password-rules'
import { deleteResetTokens, deleteSessions } from '../auth/repository'
import { findUser, replacePassword, replacePin, setFirstPin, type UserRow } from './repository'
import { asUser } from './user'

const WRONG_PASSWORD = 'Неверный текущий пароль'
const WRONG_PIN = 'Неверный текущий PIN-код'
const PIN_EXISTS = 'PIN-код уже установлен'

/** Who holds a stolen session must not be able to try passwords and PINs at will. */
const CONFIRMATION_FAILURES = {
  name: 'confirmation',
  most: 10,
  seconds: 15 * 60,
  refusal: 'Слишком много неудачных попыток. Попробуйте позже.',
}

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
  const { db, letters, postman, moderatorEmails } = parts
  const failures = parts.limitAttempts(CONFIRMATION_FAILURES)

  const confirmPassword = (account: Account, password: string) =>
    confirm(db, failures, account, WRONG_PASSWORD, (user) => isPassword(password, user.password_hash))

  return {
    async show(account: Account): Promise<User> {
      return asUser(await existing(db, account), moderatorEmails)
    },

    /** Ends the other sessions of the account; the one that asks goes on. */
    async changePassword(account: Account, { current_password, new_password }: PasswordChange): Promise<void> {
      if (isWellKnown(new_password)) throw invalidField('new_password', PASSWORD_WELL_KNOWN)
      const user = await confirmPassword(account, current_password)
      const passwordHash = await hashPassword(new_password)
      await db.transaction().execute(async (tx) => {
        if (!(await replacePassword(tx, user, passwordHash))) throw refused(WRONG_PASSWORD)
        await deleteSessions(tx, user.id, { except: account.token })
        await deleteResetTokens(tx, user.id)
        await enqueueLetter(tx, user.email, letters.passwordChanged())
      })
      postman.wake()
    },

    async setPin(account: Account, pin: string): Promise<void> {
      if (!(await setFirstPin(db, account.id, await hashPassword(pin)))) throw new ApiError(409, PIN_EXISTS)
    },

    async changePin(account: Account, { current_pin_code, new_pin_code }: PinChange): Promise<void> {
      const user = await confirm(db, failures, account, WRONG_PIN, (row) => isPassword(current_pin_code, row.pin_hash))
      if (!(await replacePin(db, user, await hashPassword(new_pin_code)))) throw refused(WRONG_PIN)
    },

    async resetPin(account: Account, { current_password, new_pin_code }: PinReset): Promise<void> {
      const user = await confirmPassword(account, current_password)
      if (!(await replacePin(db, user, await hashPassword(new_pin_code)))) throw refused(WRONG_PASSWORD)
    },
  }
}

/** The account, once its holder has shown that they know its secret. */
async function confirm(
  db: Db,
  failures: Attempts,
  account: Account,
  refusal: string,
  knowsSecret: (user: UserRow) => Promise<boolean>,
): Promise<UserRow> {
  const key = String(account.id)
  await failures.count(key)
  const user = await existing(db, account)
  if (!(await knowsSecret(user))) throw refused(refusal)
  await failures.forget(key)
  return user
}

async function existing(db: Db, { id }: Account): Promise<UserRow> {
  const user = await findUser(db, id)
  if (!user) throw unauthorized()
  return user
}
