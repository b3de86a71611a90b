import { FACTOR_BAD_CODE } from '@contract/errors'
import type { FactorProof, ShownPasskey } from '@contract/factors'
import type { Db } from '../../db/schema'
import { type ApiError, refused } from '../../lib/api-error'
import { countRefusals, type LimitAttempts } from '../../lib/attempts'
import { logRefusals } from '../../lib/log-refusals'
import { isPassword } from '../../lib/password'
import { seal, unseal } from '../../lib/sealed'
import type { SecurityLog } from '../../lib/security-log'
import { keysOf, type SecretKey } from '../../lib/token'
import type { UserRow } from '../accounts/user-repository'
import { stepOfCode } from './one-time-codes'
import type { Passkeys } from './passkeys'
import { readRecoveryCode } from './recovery-codes'
import { findRecoveryCode, listCodeFactors, setCodeSecret, takeCodeStep, useUpRecoveryCode } from './repository'

const WRONG_CODE = 'Код не подошёл. Проверьте его и попробуйте ещё раз.'
const MISSES = {
  name: 'own-factor',
  max: 10,
  seconds: 15 * 60,
  refusal: 'Слишком много неудачных попыток. Попробуйте позже.',
}

export type FactorChecks = ReturnType<typeof createFactorChecks>

/** Checks proofs of an account's second factor. */
export function createFactorChecks(parts: {
  db: Db
  passkeys: Passkeys
  secretKey: SecretKey
  limitAttempts: LimitAttempts
  securityLog: SecurityLog
}) {
  const { db, passkeys, secretKey, securityLog } = parts
  const misses = parts.limitAttempts(MISSES)

  return {
    isTheirs,

    /** 400 for a wrong proof. Every code works once, whether from an authenticator app or a recovery code. */
    async confirmFactor(user: UserRow, proof: FactorProof): Promise<void> {
      const key = String(user.id)
      const events = { lockedOut: 'secret_locked_out', missed: 'secret_missed' } as const
      await logRefusals(securityLog, events, { account: user.id, kind: 'factor' }, () =>
        countRefusals([[misses, key]], async () => {
          if (!(await isTheirs(user.id, proof))) throw badCode()
        }),
      )
      await misses.forget(key)
    },
  }

  /** Does not limit failures: the caller must. */
  function isTheirs(
    userId: number,
    { passkey, code, recovery_code: recoveryCode }: Partial<FactorProof>,
  ): Promise<boolean> {
    if (passkey) return isTheirPasskey(userId, passkey)
    if (code) return isTheirCode(userId, code)
    return isTheirRecoveryCode(userId, recoveryCode ?? '')
  }

  async function isTheirPasskey(userId: number, passkey: ShownPasskey): Promise<boolean> {
    return (await passkeys.checkShown(passkey)) === userId
  }

  async function isTheirCode(userId: number, code: string): Promise<boolean> {
    for (const { id, code_secret: sealed, code_step: last } of await listCodeFactors(db, userId)) {
      const secret = sealed && unseal(secretKey, CODE_SECRETS, sealed)
      const step = secret ? stepOfCode(secret, code) : undefined
      if (!secret || step === undefined || step <= last) continue
      if (!(await takeCodeStep(db, id, step))) continue
      // Seal with the current key of the server: the previous one will be removed.
      const isOfFormerKey = unseal(keysOf(secretKey)[0], CODE_SECRETS, sealed) === undefined
      if (isOfFormerKey) await setCodeSecret(db, id, seal(secretKey, CODE_SECRETS, secret))
      return true
    }
    return false
  }

  async function isTheirRecoveryCode(userId: number, typed: string): Promise<boolean> {
    const { label, secret } = readRecoveryCode(typed)
    const found = await findRecoveryCode(db, userId, label)
    if (!(await isPassword(secret, found?.code_hash)) || !found) return false
    return useUpRecoveryCode(db, userId, label, found.code_hash)
  }
}

/** The purpose under which the secrets of authenticator apps are sealed. */
export const CODE_SECRETS = 'one-time codes'

export function badCode(): ApiError {
  return refused({ code: FACTOR_BAD_CODE, reason: WRONG_CODE })
}
