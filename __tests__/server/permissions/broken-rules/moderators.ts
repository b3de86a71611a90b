import type { BrokenRule, Edit } from './broken-rule'

const LACKING = (tests: string) => ({ file: 'auth/moderators-factor.test', tests })
const WITHOUT_FACTOR: Edit = {
  file: 'access/account.ts',
  find: 'isModerator: mayModerate && Boolean(hasFactor)',
  put: 'isModerator: mayModerate',
}
/** What only moderators may, or they beside those who keep the page. */
const CALLS_OF_MODERATORS = [
  'GET /reports/pending',
  'GET /reports/closed',
  'POST /reports/{id}/decide',
  'POST /reports/{id}/reopen',
  'POST /memories/moderate/{id}',
  'POST /memories/moderate',
  'PATCH /memories/update/{id}',
  'DELETE /memories/delete/{id}',
]

/** Moderators without a second factor. */
export const MODERATOR_RULES: BrokenRule[] = [
  ...CALLS_OF_MODERATORS.map((call) => ({
    call,
    broken: 'a moderator without a second factor acts as one',
    edits: [WITHOUT_FACTOR],
  })),
  {
    call: 'GET /memories/pending',
    broken: 'a moderator without a second factor sees the words of all pages',
    edits: [WITHOUT_FACTOR],
    seenBy: LACKING('decides on words of others only with it'),
  },
  {
    call: 'POST /memories/moderate/{id}',
    broken: 'moderators decide for a family that decides alone',
    edits: [{ file: 'access/memorial.ts', find: 'memorial.keepers_decide && ', put: 'false && ' }],
    seenBy: { file: 'memories/keepers-decide.test', tests: 'leaves words to the family' },
  },
  {
    call: 'GET /memorial/{id}',
    broken: 'a moderator without a second factor reads what was taken down',
    edits: [WITHOUT_FACTOR],
    seenBy: LACKING('opens no page that was taken down without it'),
  },
  {
    call: 'GET /reports/pending',
    broken: 'a program for codes counts before its first code was right',
    edits: [{ file: 'access/repository.ts', find: ".where('factors.confirmed_at', 'is not', null)", put: '' }],
    seenBy: LACKING('takes no program for codes that waits for its first code'),
  },
]
