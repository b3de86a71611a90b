import type { CodedDetail } from '@contract/errors'
import type { Account } from '../../access/account'
import type { Db } from '../../db/schema'
import { refused } from '../../lib/api-error'
import { type Attempts, countRefusals, type LimitAttempts } from '../../lib/attempts'
import { isPassword } from '../../lib/password'
import type { SecurityLog } from '../../lib/security-log'
import { logRefusals } from '../../lib/log-refusals'
import { noteConfirmation } from './session-repository'
import type { UserRow } from './user-repository'

export const WRONG_PASSWORD = 'Неверный текущий пароль'
export const WRONG_PIN = 'Неверный текущий PIN-код'

const FAILURES = { max: 10, seconds: 15 * 60, refusal: 'Слишком много неудачных попыток. Попробуйте позже.' }

/**
 * Checks the current password or PIN of a signed-in account. Failures are rate-limited, so that a stolen session cannot be used
 * for guessing. Passwords and PINs are counted separately, across all calls.
 */
export function createSecretChecks(parts: { db: Db; limitAttempts: LimitAttempts; securityLog: SecurityLog }) {
  const { db, limitAttempts, securityLog } = parts
  const wrongPasswords = limitAttempts({ ...FAILURES, name: 'own-password' })
  const wrongPins = limitAttempts({ ...FAILURES, name: 'own-pin' })

  const confirmPassword = (user: UserRow, password: string, refusal: string | CodedDetail = WRONG_PASSWORD) =>
    confirm(user.id, () => isPassword(password, user.password_hash), wrongPasswords, { kind: 'password', refusal })

  return {
    confirmPassword,

    /** As `confirmPassword`. On success the current session becomes fresh (see `requireFresh`). */
    confirmSession: async (account: Account, user: UserRow, password: string, refusal?: CodedDetail): Promise<void> => {
      await confirmPassword(user, password, refusal)
      await noteConfirmation(db, user, account.token)
    },

    /** The same for what replaces the password. Failures of both share one limit. */
    confirmSessionBy: async (
      account: Account,
      user: UserRow,
      isRight: () => Promise<boolean>,
      refusal: CodedDetail,
    ): Promise<void> => {
      await confirm(user.id, isRight, wrongPasswords, { kind: 'factor', refusal })
      await noteConfirmation(db, user, account.token)
    },

    confirmPin: (user: UserRow, pin: string) =>
      confirm(user.id, () => isPassword(pin, user.pin_hash), wrongPins, { kind: 'pin', refusal: WRONG_PIN }),
  }

  async function confirm(
    userId: number,
    isRight: () => Promise<boolean>,
    failures: Attempts,
    { kind, refusal }: { kind: string; refusal: string | CodedDetail },
  ): Promise<void> {
    const key = String(userId)
    const events = { lockedOut: 'secret_locked_out', missed: 'secret_missed' } as const
    await logRefusals(securityLog, events, { account: userId, kind }, () =>
      countRefusals([[failures, key]], async () => {
        if (!(await isRight())) throw refused(refusal)
      }),
    )
    await failures.forget(key)
  }
}
