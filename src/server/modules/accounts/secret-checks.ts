import { refused } from '../../lib/api-error'
import { type Attempts, countRefusals, type LimitAttempts } from '../../lib/attempts'
import { isPassword } from '../../lib/password'
import type { SecurityLog } from '../../lib/security-log'
import { logRefusals } from '../../lib/log-refusals'
import type { UserRow } from './user-repository'

export const WRONG_PASSWORD = 'Неверный текущий пароль'
export const WRONG_PIN = 'Неверный текущий PIN-код'

const FAILURES = { max: 10, seconds: 15 * 60, refusal: 'Слишком много неудачных попыток. Попробуйте позже.' }

/**
 * Checks the current password or PIN of a signed-in account. The number of wrong ones is limited, so that a stolen session
 * cannot be used for guessing. Passwords and PINs are counted separately, over all calls.
 */
export function createSecretChecks(parts: { limitAttempts: LimitAttempts; securityLog: SecurityLog }) {
  const { limitAttempts, securityLog } = parts
  const wrongPasswords = limitAttempts({ ...FAILURES, name: 'own-password' })
  const wrongPins = limitAttempts({ ...FAILURES, name: 'own-pin' })

  return {
    confirmPassword: (user: UserRow, password: string) =>
      confirm(user.id, password, user.password_hash, wrongPasswords, { kind: 'password', refusal: WRONG_PASSWORD }),
    confirmPin: (user: UserRow, pin: string) =>
      confirm(user.id, pin, user.pin_hash, wrongPins, { kind: 'pin', refusal: WRONG_PIN }),
  }

  async function confirm(
    userId: number,
    secret: string,
    secretHash: string | null,
    failures: Attempts,
    { kind, refusal }: { kind: string; refusal: string },
  ): Promise<void> {
    const key = String(userId)
    const events = { lockedOut: 'secret_locked_out', missed: 'secret_missed' } as const
    await logRefusals(securityLog, events, { account: userId, kind }, () =>
      countRefusals([[failures, key]], async () => {
        if (!(await isPassword(secret, secretHash))) throw refused(refusal)
      }),
    )
    await failures.forget(key)
  }
}
