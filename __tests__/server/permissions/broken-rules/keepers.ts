import type { BrokenRule } from './broken-rule'
import { asItsOwner, EVERY_ACCOUNT, keeperAsOwner } from './ways'

const ROUTES = 'modules/keepers/index.ts'
const SERVICE = 'modules/keepers/service.ts'
const ANSWERS = 'modules/keepers/invitation-replies.ts'
const REPOSITORY = 'modules/keepers/repository.ts'
const TO_EDIT = 'access.toEdit(request.requireVerified(), request.params.id)'

/** Keepers, invitations, handing over, heirs. */
export const KEEPER_RULES: BrokenRule[] = [
  {
    call: 'GET /memorial/{id}/keepers',
    broken: 'every verified account sees who keeps the page',
    edits: [{ file: ROUTES, after: 'Who keeps a page', find: TO_EDIT, put: asItsOwner('request.params.id') }],
  },
  {
    call: 'GET /memorial/{id}/keepers',
    broken: 'keepers are told the e-mails, and who is invited',
    edits: [{ file: SERVICE, find: "const isOwner = memorial.role === 'owner'", put: 'const isOwner = true' }],
    seenBy: { file: 'keepers/keepers.test', tests: 'is told no e-mails, and the owner is' },
  },
  {
    call: 'POST /memorial/{id}/keepers',
    broken: 'a keeper invites others',
    edits: [
      {
        file: ROUTES,
        after: 'Invite someone to keep a page too',
        find: 'access.toOwn(account, request.params.id)',
        put: keeperAsOwner('account', 'request.params.id'),
      },
    ],
  },
  {
    call: 'DELETE /memorial/{id}/keepers/{user_id}',
    broken: 'every verified account lets keepers go',
    edits: [{ file: ROUTES, after: 'Let a keeper go, or leave', find: TO_EDIT, put: asItsOwner('request.params.id') }],
  },
  {
    call: 'DELETE /memorial/{id}/keepers/{user_id}',
    broken: 'a keeper lets another keeper go',
    edits: [
      { file: SERVICE, find: "if (memorial.role !== 'owner' && userId !== memorial.editorId)", put: 'if (false)' },
    ],
    seenBy: { file: 'keepers/keepers.test', tests: 'leaves, or is let go, and is a stranger from then on' },
  },
  {
    call: 'DELETE /memorial/{id}/invitations/{invitation_id}',
    broken: 'a keeper takes invitations back',
    edits: [
      {
        file: ROUTES,
        after: 'Take an invitation back',
        find: 'access.toOwn(request.requireVerified(), request.params.id)',
        put: keeperAsOwner('request.requireVerified()', 'request.params.id'),
      },
    ],
  },
  {
    call: 'POST /memorial/{id}/hand-over',
    broken: 'a keeper hands the page over',
    edits: [
      {
        file: ROUTES,
        after: 'Offer a page to another owner',
        find: 'access.toOwn(account, request.params.id)',
        put: keeperAsOwner('account', 'request.params.id'),
      },
    ],
  },
  {
    call: 'POST /memorial/{id}/hand-over',
    broken: 'no password is asked for',
    edits: [{ file: SERVICE, find: 'await confirmPassword(user, current_password)', put: '' }],
    seenBy: { file: 'permissions/own-things.test', tests: 'POST /memorial/{id}/hand-over asks for the password' },
  },
  {
    call: 'POST /keepers/accept',
    broken: 'an invitation is for whoever has its link',
    edits: [{ file: ANSWERS, find: 'if (!isFor(account, found)) throw forbidden(ANOTHERS_INVITATION)', put: '' }],
  },
  {
    call: 'GET /keepers/invitations',
    broken: 'the invitations of all are listed',
    edits: [
      {
        file: REPOSITORY,
        after: 'export async function listWaitingInvitations',
        find: "eb('invitations.invited_id', '=', id)",
        put: 'eb.lit(true)',
      },
    ],
    seenBy: { file: 'permissions/own-things.test', tests: 'GET /keepers/invitations holds' },
  },
  {
    call: 'GET /keepers/invitations',
    broken: 'they are listed for an address that is not confirmed',
    edits: [
      {
        file: ANSWERS,
        find: 'account.isVerified ? await listWaitingInvitations(db, account) : []',
        put: 'await listWaitingInvitations(db, account)',
      },
    ],
    seenBy: { file: 'permissions/own-things.test', tests: 'GET /keepers/invitations is empty' },
  },
  {
    call: 'POST /keepers/invitations/{id}/accept',
    broken: 'whoever guesses its id accepts an invitation',
    edits: [{ file: ANSWERS, find: 'if (!found || !isFor(account, found))', put: 'if (!found)' }],
  },
  {
    call: 'POST /keepers/invitations/{id}/accept',
    broken: 'an address that is not confirmed is enough',
    edits: [
      { file: ROUTES, after: "'/keepers/invitations/:id/accept',", find: '...verified,', put: EVERY_ACCOUNT },
      {
        file: ROUTES,
        after: "summary: 'Accept an invitation that waits'",
        find: 'request.requireVerified()',
        put: 'request.requireAccount()',
      },
    ],
    seenBy: { file: 'keepers/waiting.test', tests: 'is neither shown nor accepted while the address is not confirmed' },
  },
  {
    call: 'DELETE /keepers/invitations/{id}',
    broken: 'whoever guesses its id declines an invitation',
    edits: [{ file: ANSWERS, find: 'if (!found || !isFor(account, found))', put: 'if (!found)' }],
  },
  {
    call: 'GET /users/me/heir',
    broken: 'the heir of somebody else is shown',
    edits: [
      {
        file: REPOSITORY,
        after: "as('effective_at')",
        find: ".where('id', '=', userId)",
        put: ".orderBy('heir_email', (order) => order.asc().nullsLast())",
      },
    ],
    seenBy: { file: 'permissions/own-things.test', tests: 'GET /users/me/heir ' },
  },
  {
    call: 'PUT /users/me/heir',
    broken: 'the heir of all accounts is named',
    edits: [
      {
        file: REPOSITORY,
        after: 'heir_since: now(),',
        find: ".where('id', '=', userId)",
        put: '',
      },
    ],
    seenBy: { file: 'permissions/own-things.test', tests: 'PUT /users/me/heir changes nothing' },
  },
]
