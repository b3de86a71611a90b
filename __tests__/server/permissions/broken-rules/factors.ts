import type { BrokenRule } from './broken-rule'
import { CODES_OF_OTHERS_OR_AGAIN, TICKETS } from './second-steps'

const FACTORS = 'modules/factors/repository.ts'
const STEPS = 'modules/factors/repository.ts'
const PASSKEYS = 'modules/factors/passkeys.ts'
const OF_ACCOUNT = ".where('user_id', '=', userId)"
const codes = (tests: string) => ({ file: 'auth/second-factor.test', tests })
const recovery = (tests: string) => ({ file: 'auth/factor-recovery.test', tests })
const passkeys = (tests: string) => ({ file: 'auth/passkeys.test', tests })

/** Second factors: an account's own, and what they open. */
export const FACTOR_RULES: BrokenRule[] = [
  {
    call: 'GET /users/me/factors',
    broken: 'factors of others are listed',
    edits: [
      {
        file: FACTORS,
        after: 'export function listFactors(',
        find: 'confirmed(db, userId)',
        put: "db.selectFrom('factors').where('confirmed_at', 'is not', null)",
      },
    ],
    seenBy: codes('the list holds nobody else’s'),
  },
  {
    call: 'POST /users/me/factors/code',
    broken: 'a program counts before its first code was right',
    edits: [
      {
        file: FACTORS,
        find: "{ ...factor, kind: 'code' }",
        put: "{ ...factor, kind: 'code', confirmed_at: new Date() }",
      },
    ],
    seenBy: codes('count once the first code was right'),
  },
  {
    call: 'POST /users/me/factors/code/{id}/confirm',
    broken: 'every account confirms the programs of others',
    edits: [{ file: FACTORS, after: 'export async function findNewCodeFactor(', find: OF_ACCOUNT, put: '' }],
  },
  {
    call: 'POST /users/me/factors/passkey/begin',
    broken: 'its challenge signs in too',
    edits: [
      {
        file: STEPS,
        find: ".where('user_id', 'is not distinct from', userId)",
        put: ".where((eb) => (userId === null ? eb.lit(true) : eb('user_id', '=', userId)))",
      },
    ],
    seenBy: passkeys('with the challenge of somebody who adds one'),
  },
  {
    call: 'POST /users/me/factors/passkey/finish',
    broken: 'the challenge of another account counts',
    edits: [{ file: STEPS, find: ".where('user_id', 'is not distinct from', userId)", put: '' }],
  },
  {
    call: 'DELETE /users/me/factors/{id}',
    broken: 'every account removes the factors of others',
    edits: [{ file: FACTORS, after: 'export async function deleteFactor(', find: OF_ACCOUNT, put: '' }],
  },
  {
    call: 'POST /users/me/factors/recovery-codes',
    broken: 'who has no factor gets recovery codes',
    edits: ['db', 'tx'].map((db) => ({
      file: 'modules/factors/service.ts',
      find: `if ((await listFactorKinds(${db}, user.id)).length === 0) throw conflict(NO_FACTORS)`,
      put: '',
    })),
  },
  {
    call: 'POST /auth/login/factor',
    broken: 'the passkey of any account is enough',
    edits: [
      {
        file: 'modules/factors/factor-checks.ts',
        find: '(await passkeys.checkShown(passkey)) === userId',
        put: '(await passkeys.checkShown(passkey)) !== undefined',
      },
    ],
    seenBy: passkeys('does not take the passkey of another account'),
  },
  {
    call: 'POST /auth/factor-recovery',
    broken: 'moderators get the way back through the mailbox too',
    edits: [
      {
        file: 'modules/factors/recovery.ts',
        after: 'async ask(',
        find: 'if (isModerator(user, moderatorEmails)) throw forbidden(BY_OPERATOR)',
        put: '',
      },
    ],
    seenBy: recovery('is refused to a moderator'),
  },
  {
    call: 'POST /auth/factor-recovery/finish',
    broken: 'any link ends the factors of who asked last',
    edits: [
      {
        file: 'modules/factors/repository.ts',
        after: 'export async function findRecoveryHolder(',
        find: ".where('token_hash', '=', hashToken(token))",
        put: '',
      },
    ],
    seenBy: recovery('opens nothing by another link'),
  },
  {
    call: 'POST /auth/login/passkey/begin',
    broken: 'challenges are made without end',
    edits: [
      {
        file: 'modules/auth/sign-in.ts',
        find: 'await limits.passkeyBeginsByNetwork.count(networkOf(address))',
        put: '',
      },
    ],
    seenBy: passkeys('begins sixty times'),
  },
  {
    call: 'POST /auth/login/passkey/finish',
    broken: 'who holds the device is enough, locked or not',
    edits: [{ file: PASSKEYS, find: 'requireUserVerification: true', put: 'requireUserVerification: false' }],
    seenBy: passkeys('a sign-in is refused without a check of who holds it'),
  },
  ...CODES_OF_OTHERS_OR_AGAIN,
  ...TICKETS,
]
