import type { BrokenRule } from './broken-rule'

const ENDINGS = 'modules/accounts/session-repository.ts'
const seenBy = (tests: string) => ({ file: 'users/session-ends.test', tests })

/** What sessions made goes on after they have ended. */
export const ENDED_SESSION_RULES: BrokenRule[] = [
  {
    call: 'POST /memorial/{id}/export',
    broken: 'an archive is downloaded on after its session has ended',
    edits: [
      { file: 'modules/exports/service.ts', find: 'await checkSession(path, address)\n      yield', put: 'yield' },
    ],
    seenBy: seenBy('an archive that is being downloaded breaks off'),
  },
  {
    call: 'POST /memorial/{id}/verify-pin',
    broken: 'the owner gets the token of a visitor, which no end of a session ends',
    edits: [
      {
        file: 'modules/memorials/pin-service.ts',
        find: 'return token(memorialId, pinHash, session)',
        put: 'return token(memorialId, pinHash)',
      },
    ],
    seenBy: seenBy('the end of one session ends what it has made'),
  },
  {
    call: 'DELETE /users/me/sessions',
    broken: 'addresses and tokens of the session that asks go on',
    edits: [{ file: ENDINGS, find: 'if (except) await endWhatSessionMade(tx, except.token)', put: '' }],
    seenBy: seenBy('«завершить остальные сессии» ends what another session has made'),
  },
  {
    call: 'POST /users/me/change-password',
    broken: 'invitations that wait go on',
    edits: [{ file: ENDINGS, find: "  .where('accepted_by', 'is', null)", put: "  .where('id', '<', 0)" }],
    seenBy: seenBy('a change of the password ends'),
  },
  {
    call: 'DELETE /users/me/sessions/{id}',
    broken: 'the invitations of all sessions end',
    edits: [{ file: ENDINGS, find: "invitations = invitations.where('session_id', '=', sessionId)", put: '' }],
    seenBy: seenBy('the end of one session ends what it has made'),
  },
]
