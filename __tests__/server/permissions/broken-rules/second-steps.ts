import type { BrokenRule, Edit } from './broken-rule'

const FACTORS = 'modules/factors/repository.ts'
const STEPS = 'modules/factors/repository.ts'
const CHECKS = 'modules/factors/factor-checks.ts'
const SECOND_STEP = 'POST /auth/login/factor'
const codes = (tests: string) => ({ file: 'auth/second-factor.test', tests })

/** The programs for codes of all accounts, in place of one's own. */
const CODES_OF_ALL: Edit = {
  file: FACTORS,
  after: 'export async function listCodeFactors(',
  find: 'confirmed(db, userId)',
  put: "db.selectFrom('factors').where('confirmed_at', 'is not', null)",
}

/** What is shown beside the password, or in its place. */
export const CODES_OF_OTHERS_OR_AGAIN: BrokenRule[] = [
  {
    call: SECOND_STEP,
    broken: 'the code of any account is enough',
    edits: [CODES_OF_ALL],
    seenBy: codes('one-time codes of another account are refused'),
  },
  {
    call: SECOND_STEP,
    broken: 'a code counts as long as it is shown',
    edits: [
      { file: CHECKS, find: ' || step <= last', put: '' },
      { file: FACTORS, find: ".where('code_step', '<', step)", put: '' },
    ],
    seenBy: codes('count once each'),
  },
  {
    call: SECOND_STEP,
    broken: 'a recovery code counts without end',
    edits: [{ file: CHECKS, find: 'return useUpRecoveryCode(db, userId, label, found.code_hash)', put: 'return true' }],
    seenBy: codes('sign in once each'),
  },
  {
    call: SECOND_STEP,
    broken: 'the recovery code of any account is enough',
    edits: [
      {
        file: FACTORS,
        after: 'export async function findRecoveryCode(',
        find: ".where('user_id', '=', userId)",
        put: '',
      },
      {
        file: FACTORS,
        after: 'export async function useUpRecoveryCode(',
        find: ".where('user_id', '=', userId)",
        put: '',
      },
    ],
    seenBy: codes('recovery codes of another account are refused'),
  },
  {
    call: 'POST /auth/confirm',
    broken: 'the code of any account confirms',
    edits: [CODES_OF_ALL],
    seenBy: codes('of another account is not confirmed by one’s own code'),
  },
]

/** What a right password gives to an account with a second factor. */
export const TICKETS: BrokenRule[] = [
  {
    call: 'POST /auth/login',
    broken: 'the password alone is enough',
    edits: [{ file: 'modules/auth/sign-in.ts', find: '(await ticketFor(confirmed)) ?? asSignIn', put: 'asSignIn' }],
    seenBy: codes('are asked for at the next sign-in'),
  },
  {
    call: SECOND_STEP,
    broken: 'a ticket counts for ever',
    edits: [
      {
        file: STEPS,
        after: 'export async function findTicketHolder(',
        find: ".where('expires_at', '>', now())",
        put: '',
      },
    ],
    seenBy: codes('a ticket ends after five minutes'),
  },
  {
    call: SECOND_STEP,
    broken: 'a ticket outlives its password',
    edits: [{ file: STEPS, find: 'return passwordMark(user).equals(mark) ? user : undefined', put: 'return user' }],
    seenBy: codes('a ticket ends with the password'),
  },
  {
    call: SECOND_STEP,
    broken: 'a ticket opens one session after another',
    edits: [{ file: 'modules/auth/sign-in.ts', find: 'await deleteTicket(db, ticket)', put: '' }],
    seenBy: codes('a ticket is used once'),
  },
  {
    call: 'POST /auth/factor-recovery',
    broken: 'the link comes at once',
    edits: [{ file: 'modules/factors/recovery.ts', find: 'user.id, FACTOR_RECOVERY_HOURS * 3600', put: 'user.id, 0' }],
    seenBy: { file: 'auth/factor-recovery.test', tests: 'writes at once, and sends the link only after 72 hours' },
  },
  {
    call: 'POST /auth/factor-recovery',
    broken: 'the recovery goes on after a sign-in with a factor',
    edits: [
      {
        file: 'modules/auth/sign-in.ts',
        after: 'await deleteTicket(db, ticket)',
        find: 'await deleteRecovery(db, user.id)',
        put: '',
      },
    ],
    seenBy: { file: 'auth/factor-recovery.test', tests: 'ends when somebody signs in with a factor' },
  },
  {
    call: 'POST /auth/factor-recovery/finish',
    broken: 'the link counts for ever',
    edits: [
      {
        file: 'modules/factors/repository.ts',
        after: 'export async function findRecoveryHolder(',
        find: ".where('expires_at', '>', now())",
        put: '',
      },
    ],
    seenBy: { file: 'auth/factor-recovery.test', tests: 'opens nothing by another link, by one that is too old' },
  },
]
