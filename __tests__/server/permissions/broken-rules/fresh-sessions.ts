import type { BrokenRule, Edit } from './broken-rule'

const KEEPERS = 'modules/keepers/index.ts'
const EXPORTS = 'modules/exports/index.ts'
const FRESH = 'requireFresh(account)'
const SEEN = 'permissions/fresh-session.test'

/** What only a session does that was opened or confirmed in the last minutes. */
export const FRESH_SESSION_RULES: BrokenRule[] = [
  withoutConfirmation('DELETE /memorial/delete/{id}/', {
    file: 'modules/memorials/routes.ts',
    find: 'if (!keep) requireFresh(account)',
  }),
  withoutConfirmation('DELETE /memorial/trash/{id}', {
    file: 'modules/memorials/trash.ts',
    after: 'async destroy(',
    find: FRESH,
  }),
  withoutConfirmation('PUT /users/me/heir', { file: KEEPERS, after: 'Name an heir, or none', find: FRESH }),
  withoutConfirmation('POST /memorial/{id}/keepers', {
    file: KEEPERS,
    after: 'Invite someone to keep a page too',
    find: FRESH,
  }),
  withoutConfirmation('POST /memorial/{id}/hand-over', {
    file: KEEPERS,
    after: 'Offer a page to another owner',
    find: FRESH,
  }),
  withoutConfirmation('POST /memorial/{id}/export', { file: EXPORTS, after: "'/memorial/:id/export'", find: FRESH }),
  withoutConfirmation('POST /users/me/export', { file: EXPORTS, after: "'/users/me/export'", find: FRESH }),
  ...(
    [
      ['POST /users/me/factors/code', 'async addCode('],
      ['POST /users/me/factors/code/{id}/confirm', 'async confirmCode('],
      ['POST /users/me/factors/passkey/begin', 'async beginPasskey('],
      ['POST /users/me/factors/passkey/finish', 'async addPasskey('],
      ['DELETE /users/me/factors/{id}', 'async remove('],
      ['POST /users/me/factors/recovery-codes', 'async renewRecoveryCodes('],
    ] as const
  ).map(([call, after]) => withoutConfirmation(call, { file: 'modules/factors/service.ts', after, find: FRESH })),
  {
    call: 'POST /auth/confirm',
    broken: 'a wrong password confirms',
    edits: [
      {
        file: 'modules/auth/service.ts',
        find: 'await confirmSession(account, user, password, REFUSED)',
        put: 'await confirmSession(account, user, password, REFUSED).catch(() => recordConfirmation(parts.db, user, account.token))',
      },
      {
        file: 'modules/auth/service.ts',
        find: "import { findUser } from '../accounts/user-repository'",
        put: "import { findUser } from '../accounts/user-repository'\nimport { recordConfirmation } from '../accounts/session-repository'",
      },
    ],
    seenBy: { file: SEEN, tests: 'POST /auth/confirm takes the right password alone' },
  },
  {
    call: 'POST /auth/confirm',
    broken: 'all sessions of the account are confirmed',
    edits: [
      {
        file: 'modules/accounts/session-repository.ts',
        after: 'export async function recordConfirmation(',
        find: ".where('sessions.token_hash', '=', hashToken(token))",
        put: '',
      },
    ],
    seenBy: { file: SEEN, tests: 'confirms the session that asks, and no other' },
  },
  {
    call: 'POST /auth/confirm',
    broken: 'a session stays fresh for ever',
    edits: [
      {
        file: 'access/repository.ts',
        find: 'sessions.confirmed_at > now() - make_interval(mins => ${FRESH_SESSION_MINUTES})',
        put: 'sessions.confirmed_at is not null',
      },
    ],
    seenBy: { file: SEEN, tests: 'asks for a confirmation' },
  },
]

function withoutConfirmation(call: string, edit: Omit<Edit, 'put'>): BrokenRule {
  return {
    call,
    broken: 'an old session does it without a confirmation',
    edits: [{ ...edit, put: '' }],
    seenBy: { file: SEEN, tests: `${call.replace(/[/{}]/g, (mark) => `\\${mark}`)} asks for a confirmation` },
  }
}
