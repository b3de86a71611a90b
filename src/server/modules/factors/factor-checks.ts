import { randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { FACTOR_BAD_CODE } from '@contract/errors'
import { CODE_LENGTH, type FactorProof, RECOVERY_CODES, type ShownPasskey } from '@contract/factors'
import type { Db } from '../../db/schema'
import { type ApiError, refused } from '../../lib/api-error'
import { countRefusals, type LimitAttempts, logRefusals } from '../../lib/attempts'
import { hashPassword, isPassword } from '../../lib/password'
import { isSealedAsBefore, seal, unseal } from '../../lib/sealed'
import type { SecurityLog } from '../../lib/security-log'
import type { SecretKey } from '../../lib/token'
import type { UserRow } from '../accounts/user-repository'
import type { Passkeys } from './passkeys'
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
    isProofOf,

    /** 400 for a wrong proof. Every code works once, whether from an authenticator app or a recovery code. */
    async confirmFactor(user: UserRow, proof: FactorProof): Promise<void> {
      const key = String(user.id)
      const events = { lockedOut: 'secret_locked_out', missed: 'secret_missed' } as const
      await logRefusals(securityLog, events, { account: user.id, kind: 'factor' }, () =>
        countRefusals([[misses, key]], async () => {
          if (!(await isProofOf(user.id, proof))) throw badCode()
        }),
      )
      await misses.forget(key)
    },
  }

  /** Does not limit failures: the caller must. */
  function isProofOf(
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
      // The previous key of the server will be removed.
      if (isSealedAsBefore(secretKey, CODE_SECRETS, sealed))
        await setCodeSecret(db, id, seal(secretKey, CODE_SECRETS, secret))
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

/** What every authenticator app supports: RFC 6238 with SHA-1, six digits, 30 seconds. */
const RULES = { algorithm: 'SHA1', digits: CODE_LENGTH, period: 30 } as const
const SECRET_BYTES = 20
/** Phone clocks are off by some seconds. */
const STEPS_OF_TOLERANCE = 1

/** A new secret in base32. */
export function newCodeSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** The content of the QR code. The app shows the site's name and the account's e-mail next to the code. */
export function otpauthUrl(secret: string, { siteName, email }: { siteName: string; email: string }): string {
  return new TOTP({ ...RULES, issuer: siteName, label: email, secret: Secret.fromBase32(secret) }).toString()
}

/** The 30-second time step of a code; undefined for a wrong code. */
export function stepOfCode(secret: string, code: string, timestamp = Date.now()): number | undefined {
  const totp = new TOTP({ ...RULES, secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token: code, timestamp, window: STEPS_OF_TOLERANCE })
  return delta === null ? undefined : TOTP.counter({ period: RULES.period, timestamp }) + delta
}

/** Without characters that look alike in print. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz'
const GROUP_LENGTH = 4
/** The first group is the lookup key. The other two are a secret of 39 bits, hashed like a password. */
const GROUPS = 3

interface StoredCode {
  label: string
  code_hash: string
}

/** Ten codes: in plain text, which the holder sees once, and as they are stored. */
export async function newRecoveryCodes(): Promise<{ shown: string[]; stored: StoredCode[] }> {
  const shown = new Map<string, string>()
  while (shown.size < RECOVERY_CODES) {
    const groups = Array.from({ length: GROUPS }, newGroup)
    shown.set(groups[0] ?? '', groups.join('-'))
  }
  const stored = await Promise.all(
    [...shown].map(async ([label, code]) => ({ label, code_hash: await hashPassword(readRecoveryCode(code).secret) })),
  )
  return { shown: [...shown.values()], stored }
}

/** Parses a typed code; case, spaces and hyphens do not matter. */
function readRecoveryCode(typed: string): { label: string; secret: string } {
  const code = typed.toLowerCase().replace(/[\s-]/g, '')
  return { label: code.slice(0, GROUP_LENGTH), secret: code.slice(GROUP_LENGTH) }
}

function newGroup(): string {
  return Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
}
