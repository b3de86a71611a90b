import type { BrokenRule } from './broken-rule'
import { asItsOwner, readByAll } from './ways'

const HISTORY = 'modules/restoring/index.ts'
const PROPOSALS = 'modules/proposals/index.ts'
const TO_EDIT = 'access.toEdit(request.requireVerified(), request.params.id)'
const OF_THE_PAGE = ".where('memorial_id', '=', memorialId)"

/** What keepers change, by which names, and what readers propose. */
export const HISTORY_RULES: BrokenRule[] = [
  {
    call: 'GET /memorial/{id}/history',
    broken: 'every verified account reads what was changed',
    edits: [
      {
        file: HISTORY,
        after: 'What its keepers have changed, newest first',
        find: TO_EDIT,
        put: asItsOwner('request.params.id'),
      },
    ],
  },
  {
    call: 'GET /memorial/{id}/history',
    broken: 'a former keeper is named by the name that they have chosen',
    edits: [
      {
        file: 'modules/history/revisions.ts',
        find: "const isShown = role === 'owner' || role === 'keeper'",
        put: 'const isShown = true',
      },
    ],
    seenBy: { file: 'history/revisions.test', tests: 'the name of who changed it is the one they have chosen' },
  },
  {
    call: 'POST /memorial/{id}/history/{revision}/restore',
    broken: 'every verified account restores',
    edits: [
      {
        file: HISTORY,
        after: 'Restore what stood before a change',
        find: 'access.toEdit(account, request.params.id)',
        put: asItsOwner('request.params.id'),
      },
    ],
  },
  {
    call: 'POST /memorial/{id}/history/{revision}/restore',
    broken: 'a revision of another page is restored',
    edits: [
      {
        file: 'modules/history/repository.ts',
        after: 'export async function findRevision',
        find: OF_THE_PAGE,
        put: '',
      },
      {
        file: 'modules/history/repository.ts',
        find: ".where('revisions.memorial_id', '=', memorialId)",
        put: '',
      },
      {
        file: 'modules/history/repository.ts',
        find: ".where('whole.memorial_id', '=', memorialId)",
        put: '',
      },
    ],
    seenBy: { file: 'history/restoring.test', tests: 'is not one of another page' },
  },
  {
    call: 'POST /memorial/{id}/history/restore-day',
    broken: 'every verified account restores a day',
    edits: [
      {
        file: HISTORY,
        after: 'Restore what stood before the changes of a day',
        find: 'access.toEdit(account, request.params.id)',
        put: asItsOwner('request.params.id'),
      },
    ],
  },
  {
    call: 'POST /memorial/{id}/proposals',
    broken: 'whoever knows its address proposes at a closed page',
    edits: [
      {
        file: PROPOSALS,
        after: 'const account = request.account && request.requireVerified()',
        find: 'access.toReadWhole(request, request.params.id)',
        put: readByAll('request.params.id'),
      },
      {
        file: PROPOSALS,
        after: 'const photoOfReader',
        find: "await access.toRead(request, validate(byId, request.params, 'path').id)",
        put: '',
      },
    ],
  },
  {
    call: 'POST /memorial/{id}/proposals',
    broken: 'the proposals of blocked authors are shown',
    edits: [
      {
        file: 'modules/proposals/service.ts',
        find: 'const isUnheard = await isBlocked(tx, memorial.id, authorEmail)',
        put: 'const isUnheard = false',
      },
    ],
    seenBy: { file: 'permissions/asked-people.test', tests: 'whoever was blocked' },
  },
  {
    call: 'POST /proposals/own',
    broken: 'proposals on a page in the trash are there',
    edits: [
      {
        file: 'modules/proposals/repository.ts',
        after: 'export async function findOwnProposal',
        find: 'onPages(db)',
        put: "db.selectFrom('proposals').selectAll('proposals')",
      },
      {
        file: 'modules/proposals/service.ts',
        find: 'await findMemorial(db, found.memorial_id)',
        put: "await db.selectFrom('memorials').selectAll().where('id', '=', found.memorial_id).executeTakeFirst()",
      },
    ],
    seenBy: { file: 'permissions/asked-people.test', tests: 'a proposal on a page in the trash' },
  },
  {
    call: 'GET /memorial/{id}/proposals',
    broken: 'every verified account reads what was proposed',
    edits: [
      {
        file: PROPOSALS,
        after: 'Proposals that wait at a page',
        find: TO_EDIT,
        put: asItsOwner('request.params.id'),
      },
    ],
  },
  {
    call: 'GET /proposals/pending',
    broken: 'the proposals of all pages are listed',
    edits: [
      {
        file: 'modules/proposals/repository.ts',
        find: "all.where(isOnPageOfKeeper('proposals.memorial_id', of.keeperId))",
        put: 'all',
      },
    ],
    seenBy: { file: 'proposals/proposals.test', tests: 'are listed to those who keep the page' },
  },
  {
    call: 'POST /proposals/{id}/decide',
    broken: 'every verified account decides',
    edits: [
      {
        file: PROPOSALS,
        find: 'access.toEdit(account, proposal.memorial_id)',
        put: asItsOwner('proposal.memorial_id'),
      },
    ],
  },
  {
    call: 'POST /proposals/own',
    broken: 'any token reads a proposal',
    edits: [
      {
        file: 'modules/proposals/repository.ts',
        find: ".where('own_token_hash', '=', hashToken(token))",
        put: '',
      },
    ],
    seenBy: { file: 'proposals/proposals.test', tests: 'is read and taken back by its token alone' },
  },
  {
    call: 'DELETE /proposals/own',
    broken: 'any token takes a proposal back',
    edits: [
      {
        file: 'modules/proposals/repository.ts',
        find: ".where('own_token_hash', '=', hashToken(token))",
        put: '',
      },
    ],
    seenBy: { file: 'proposals/proposals.test', tests: 'is read and taken back by its token alone' },
  },
  {
    call: 'PATCH /users/me',
    broken: 'everybody is renamed',
    edits: [
      {
        file: 'modules/accounts/user-repository.ts',
        after: '.set({ display_name: name })',
        find: ".where('id', '=', id)",
        put: '',
      },
    ],
    seenBy: { file: 'users/me.test', tests: 'is called as its holder says' },
  },
]
