import type { CodedDetail } from '@contract/errors'
import { failedPasswordRules } from '@contract/fields'
import type { Account } from '../../access/account'
import type { Db } from '../../db/schema'
import { refused } from '../../lib/api-error'
import { type Attempts, countRefusals, type LimitAttempts, logRefusals } from '../../lib/attempts'
import { isPassword } from '../../lib/password'
import type { SecurityLog } from '../../lib/security-log'
import { recordConfirmation } from './session-repository'
import { isWellKnown } from '../../lib/guessable-secrets'
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
      await recordConfirmation(db, user, account.token)
    },

    /** The same for what replaces the password. Failures of both share one limit. */
    confirmSessionBy: async (
      account: Account,
      user: UserRow,
      isRight: () => Promise<boolean>,
      refusal: CodedDetail,
    ): Promise<void> => {
      await confirm(user.id, isRight, wrongPasswords, { kind: 'factor', refusal })
      await recordConfirmation(db, user, account.token)
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

export const PASSWORD_WELL_KNOWN = 'Этот пароль слишком известен. Придумайте, пожалуйста, другой'

export const PASSWORD_LIKE_EMAIL = 'Этот пароль похож на ваш e-mail. Придумайте, пожалуйста, другой'

/** Shorter mailbox names occur inside many words. */
const NAME_MIN_LENGTH = 4
/** What people add to the name of their mailbox when the rules ask for more. */
const ADDED_MAX_LENGTH = 4

/** Throws when a password breaks the rules. `code` is for the client; the text lists every broken rule. */
export function refuseWeakPassword(password: string, email: string, code: string): void {
  const failures = failedPasswordRules(password)
  if (failures.length === 0 && isWellKnown(password)) failures.push(PASSWORD_WELL_KNOWN)
  if (failures.length === 0 && isLikeEmail(password, email)) failures.push(PASSWORD_LIKE_EMAIL)
  if (failures.length > 0) throw refused({ code, reason: failures.join('\n') })
}

/** Whether a password is the mailbox name, in any case and punctuation, with few characters added. */
export function isLikeEmail(password: string, email: string): boolean {
  const spelled = bare(password)
  const names = [email, email.split('@', 1)[0] ?? '', email.split(/[@+]/, 1)[0] ?? ''].map(bare)
  return names.some(
    (name) =>
      name.length >= NAME_MIN_LENGTH && spelled.includes(name) && spelled.length - name.length <= ADDED_MAX_LENGTH,
  )
}

function bare(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}
