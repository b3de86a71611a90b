import { RESET_PASSWORD_TOO_MANY_REQUESTS } from '@contract/errors'
import type { LimitAttempts } from '../../lib/attempts'

const QUARTER_OF_AN_HOUR = 15 * 60
const HOUR = 60 * 60
const DAY = 24 * HOUR

/** Accounts come with free pages and storage: a /48, which one person may own, must not get 320 of them an hour. */
const REGISTRATIONS_NETWORK_TIMES = 2

const TOO_MANY_LOGINS = 'Слишком много неудачных попыток входа. Попробуйте позже.'
const TOO_MANY_LETTERS = 'Слишком много запросов. Попробуйте позже.'
const TOO_MANY_REGISTRATIONS = 'Слишком много регистраций. Попробуйте, пожалуйста, позже.'

export type AuthLimits = ReturnType<typeof createAuthLimits>

/**
 * Rate limits of registration, sign-in and recovery: by account (its e-mail, whether it exists or not), by mailbox where a
 * letter is sent, and by the network of the attempts.
 */
export function createAuthLimits(limit: LimitAttempts) {
  const registration = { refusal: TOO_MANY_REGISTRATIONS }
  const login = { seconds: QUARTER_OF_AN_HOUR, refusal: TOO_MANY_LOGINS }
  const verification = { seconds: HOUR, refusal: TOO_MANY_LETTERS }
  const recovery = { seconds: HOUR, refusal: RESET_PASSWORD_TOO_MANY_REQUESTS }
  return {
    registrationsByNetwork: limit({
      ...registration,
      name: 'registration-network',
      max: 20,
      seconds: HOUR,
      networkTimesMax: REGISTRATIONS_NETWORK_TIMES,
    }),
    registrationsByMailbox: limit({ ...registration, name: 'registration-mailbox', max: 5, seconds: DAY }),
    loginsByNetwork: limit({ ...login, name: 'login-network', max: 30 }),
    loginsByAccountAndNetwork: limit({ ...login, name: 'login-account-network', max: 10 }),
    passkeyBeginsByNetwork: limit({
      ...verification,
      name: 'passkey-begin-network',
      max: 60,
      seconds: QUARTER_OF_AN_HOUR,
    }),
    loginsByAccount: limit({ ...login, name: 'login-account', max: 100, seconds: HOUR }),
    verificationsByMailbox: limit({ ...verification, name: 'verification-mailbox', max: 5 }),
    verificationsByNetwork: limit({ ...verification, name: 'verification-network', max: 20 }),
    recoveriesByMailbox: limit({ ...recovery, name: 'recovery-mailbox', max: 3 }),
    recoveriesByNetwork: limit({ ...recovery, name: 'recovery-network', max: 20 }),
  }
}
