import type { BrokenRule } from './broken-rule'

const ACCESS = 'access/memorial.ts'
const UNDOING = 'modules/undoing/repository.ts'
const RETURN = 'modules/memorials/trash-repository.ts'
const notMe = (tests: string) => ({ file: 'undoing/not-me.test', tests })
const destroying = (tests: string) => ({ file: 'trash/destroying.test', tests })
const threeDays = (tests: string) => ({ file: 'permissions/three-days.test', tests })

const DESTROY = 'DELETE /memorial/delete/{id}/'
const TAKE_BACK = 'POST /auth/not-me'
const OTHERS = 'leaves alone what was done by others'
const ROLE = "return (await isKeeper(db, memorial.id, account.id)) ? 'keeper' : null"

/** The 72 hours in which what somebody else did is undone: destroyed pages, heirs, pages that were given away. */
export const THREE_DAYS_RULES: BrokenRule[] = [
  {
    call: 'PUT /users/me/heir',
    broken: 'an heir counts at once',
    edits: [
      {
        file: 'modules/accounts/user-repository.ts',
        find: 'return isNew && heir_email !== null ? former_heir_email : heir_email',
        put: 'return heir_email',
      },
    ],
    seenBy: notMe('counts three days after they are named'),
  },
  {
    call: 'PUT /users/me/heir',
    broken: 'an heir keeps the pages before they count',
    edits: [
      {
        file: ACCESS,
        find: ROLE,
        put: `const heir = await db.selectFrom('users').innerJoin('users as heirs', 'heirs.email', 'users.heir_email').select('users.id').where('users.id', '=', memorial.user_id).where('heirs.id', '=', account.id).executeTakeFirst()
    return heir || (await isKeeper(db, memorial.id, account.id)) ? 'keeper' : null`,
      },
    ],
    seenBy: threeDays('answers an heir who does not count yet as anybody'),
  },
  {
    call: DESTROY,
    broken: 'those who keep a destroyed page read it on',
    edits: [
      {
        file: 'access/repository.ts',
        after: 'const selectMemorial = ',
        find: 'ownedMemorials(db)',
        put: "db.selectFrom('memorials')",
      },
    ],
    seenBy: threeDays('^GET /memorial/\\{id\\}, private page, .* finds no page once it was destroyed'),
  },
  {
    call: 'POST /memorial/restore/{id}',
    broken: 'a destroyed page comes back without the link of the letter',
    edits: [
      {
        file: 'modules/memorials/trash.ts',
        find: 'if (!row || row.destroyed_at) throw notFound()',
        put: 'if (!row) throw notFound()',
      },
    ],
    seenBy: destroying('is gone for everybody'),
  },
  {
    call: 'GET /memorial/trash',
    broken: 'destroyed pages are listed',
    edits: [
      {
        file: 'modules/memorials/trash-repository.ts',
        after: 'export async function listTrashedMemorials(',
        find: ".where('destroyed_at', 'is', null)",
        put: '',
      },
    ],
    seenBy: destroying('is gone for everybody'),
  },
  {
    call: 'POST /memorial/return',
    broken: 'the link counts for ever',
    edits: [{ file: RETURN, find: ".where('returnable_until', '>', clock())", put: '' }],
    seenBy: destroying('is destroyed with rows and files after three days'),
  },
  {
    call: 'POST /keepers/accept',
    broken: 'whoever gave a page away owns it for three days more',
    edits: [
      {
        file: ACCESS,
        after: 'async toOwn(',
        find: 'if (memorial.user_id !== account.id) throw',
        put: `const given = await db.selectFrom('hand_overs').select('to_id').where('memorial_id', '=', id).where('from_id', '=', account.id).executeTakeFirst()
      if (memorial.user_id !== account.id && !given) throw`,
      },
      { file: ACCESS, find: 'if (row.user_id !== memorial.editorId) throw forbidden(NOT_THE_OWNER)', put: '' },
    ],
    seenBy: threeDays('is for the new owner of a page'),
  },
  {
    call: TAKE_BACK,
    broken: 'a page is taken back however long ago it was given',
    edits: [{ file: UNDOING, after: 'listHandOversOf(', find: ".where('at', '>', hoursAgo(UNDO_HOURS))", put: '' }],
    seenBy: notMe('stays where it is after three days'),
  },
  {
    call: TAKE_BACK,
    broken: 'pages are taken back that others gave away',
    edits: [{ file: UNDOING, after: 'listHandOversOf(', find: ".where('from_id', '=', userId)", put: '' }],
    seenBy: notMe(OTHERS),
  },
  {
    call: TAKE_BACK,
    broken: 'pages come back that others destroyed',
    edits: [
      { file: UNDOING, after: 'listDestroyedPages(', find: ".where('trashed_user_id', '=', userId)", put: '' },
      { file: 'modules/undoing/service.ts', find: ' && row.trashed_user_id === userId', put: '' },
    ],
    seenBy: notMe(OTHERS),
  },
  {
    call: TAKE_BACK,
    broken: 'invitations of others end',
    edits: [
      { file: UNDOING, after: 'deleteInvitationsOf(', find: ".where('invited_by', '=', userId)", put: '' },
      {
        file: UNDOING,
        find: ".where('memorial_id', 'in', (eb) => eb.selectFrom('memorials').select('id').where('user_id', '=', userId))",
        put: '',
      },
    ],
    seenBy: notMe(OTHERS),
  },
  {
    call: TAKE_BACK,
    broken: 'heirs of others are undone',
    edits: [{ file: UNDOING, after: 'restoreHeir(', find: ".where('id', '=', userId)", put: '' }],
    seenBy: notMe(OTHERS),
  },
  {
    call: TAKE_BACK,
    broken: 'sessions of others end',
    edits: [
      {
        file: 'modules/accounts/session-repository.ts',
        find: "let sessions = db.deleteFrom('sessions').where('user_id', '=', userId)",
        put: "let sessions = db.deleteFrom('sessions')",
      },
    ],
    seenBy: notMe(OTHERS),
  },
  {
    call: TAKE_BACK,
    broken: 'the link counts for ever',
    edits: [
      {
        file: 'modules/accounts/email-token-repository.ts',
        after: 'export async function findUnexpiredToken(',
        find: ".where('expires_at', '>', now())",
        put: '',
      },
      {
        file: 'modules/undoing/service.ts',
        find: "(await redeemEmailToken(tx, 'not_me', token)) === undefined",
        put: 'false',
      },
    ],
    seenBy: notMe('is undone by no other link, and for three days'),
  },
  {
    call: TAKE_BACK,
    broken: 'a used link undoes again what was done since',
    edits: [
      {
        file: 'modules/undoing/service.ts',
        find: "(await redeemEmailToken(tx, 'not_me', token)) === undefined",
        put: 'false',
      },
    ],
    seenBy: notMe('stays with whom its owner gives it to later'),
  },
]
