import type { BrokenRule } from './broken-rule'
import { asItsOwner, EVERY_ACCOUNT } from './ways'

const CONSENTS = 'modules/consents/repository.ts'
const EMAILS = 'modules/users/service.ts'
const LETTER_LINKS = 'mail/letter.ts'
const LEAVING = 'modules/leaving/service.ts'
const SESSIONS = 'modules/accounts/session-repository.ts'
const EXPORTS = 'modules/exports'
const IMPORTS = 'modules/imports/index.ts'
const GEOCODER = 'modules/geocoder/index.ts'
const OF_THEIR_EMAIL = ".where(sql`lower(email)`, '=', emailKey)"
const OF_THEIR_ACCOUNT = ".where('user_id', '=', userId)"
const ownThings = (tests: string) => ({ file: 'permissions/own-things.test', tests })
const anyLetter = (purpose: string) =>
  `tx.selectFrom('email_tokens').select(['user_id', 'email', 'used_at']).where('purpose', '=', '${purpose}').orderBy('expires_at', 'desc').limit(1).executeTakeFirst()`

/** Consents, e-mail, sessions, leaving, and what accounts take along or bring. */
export const ACCOUNT_RULES: BrokenRule[] = [
  {
    call: 'GET /users/me/consents',
    broken: 'what others sent is listed',
    edits: [{ file: CONSENTS, after: 'async function sentFrom(', find: OF_THEIR_EMAIL, put: '' }],
    seenBy: ownThings('GET /users/me/consents '),
  },
  {
    call: 'GET /users/me/consents',
    broken: 'an unverified account sees what came from the address that it claims',
    edits: [
      {
        file: 'modules/consents/service.ts',
        find: 'account.isVerified ? listConsentsSent(db, senderOf(account)) : []',
        put: 'listConsentsSent(db, senderOf(account))',
      },
    ],
    seenBy: ownThings('GET /users/me/consents '),
  },
  {
    call: 'DELETE /users/me/consents/words/{id}',
    broken: 'every verified account withdraws the words of others',
    edits: [
      { file: CONSENTS, after: 'function pageOfMemory', find: '.where(isBy(author))', put: '' },
      { file: CONSENTS, after: "tx.deleteFrom('memories')", find: '.where(isBy(author))', put: '' },
    ],
  },
  {
    call: 'DELETE /users/me/consents/voice/{id}',
    broken: 'every verified account withdraws the voices of others',
    edits: [
      { file: CONSENTS, after: 'function pageOfMemory', find: '.where(isBy(author))', put: '' },
      { file: CONSENTS, after: 'function removeVoice', find: '.where(isBy(author))', put: '' },
      { file: CONSENTS, after: "tx.deleteFrom('memories')", find: '.where(isBy(author))', put: '' },
    ],
  },
  ...['story', 'story_voice'].map((what) => ({
    call: `DELETE /users/me/consents/${what}/{id}`,
    broken: 'every verified account withdraws the stories of others',
    edits: [{ file: CONSENTS, after: 'function lockStoryOf', find: '.where(isFromMailbox(emailKey))', put: '' }],
  })),
  {
    call: 'DELETE /users/me/consents/proposal/{id}',
    broken: 'every verified account withdraws the proposals of others',
    edits: [{ file: CONSENTS, after: 'function deleteProposalOf', find: '.where(isProposedBy(sender))', put: '' }],
  },
  {
    call: 'DELETE /users/me/consents/request/{id}',
    broken: 'every verified account withdraws the requests of others',
    edits: [{ file: CONSENTS, after: ".deleteFrom('access_requests')", find: OF_THEIR_EMAIL, put: '' }],
  },
  {
    call: 'DELETE /users/me/consents/report/{id}',
    broken: 'every verified account withdraws the reports of others',
    edits: [{ file: CONSENTS, after: ".updateTable('reports')", find: OF_THEIR_EMAIL, put: '' }],
  },
  {
    call: 'POST /users/me/change-email',
    broken: 'no password is asked for',
    edits: [{ file: EMAILS, find: 'await confirmSession(account, user, current_password)', put: '' }],
    seenBy: ownThings('POST /users/me/change-email asks for the password'),
  },
  {
    call: 'POST /users/confirm-email',
    broken: 'any link confirms the address that was asked for last',
    edits: [
      { file: EMAILS, find: "await findUnexpiredToken(tx, 'change', token)", put: `await ${anyLetter('change')}` },
      { file: EMAILS, find: "(await redeemEmailToken(tx, 'change', token)) === undefined", put: 'false' },
    ],
    seenBy: ownThings('a link of a letter to change'),
  },
  {
    call: 'POST /auth/not-me',
    broken: 'the link of any letter takes back what an account did',
    edits: [
      {
        file: 'modules/undoing/service.ts',
        find: "await findUnexpiredToken(db, 'not_me', token)",
        put: `await ${anyLetter('not_me').replace('tx', 'db')}`,
      },
      {
        file: 'modules/undoing/service.ts',
        find: "(await redeemEmailToken(tx, 'not_me', token)) === undefined",
        put: 'false',
      },
    ],
    seenBy: ownThings('a link of a letter to not_me'),
  },
  {
    call: 'POST /users/me/delete',
    broken: 'no password is asked for',
    edits: [{ file: LEAVING, find: 'await confirmSession(account, user, current_password)', put: '' }],
    seenBy: ownThings('POST /users/me/delete asks for the password'),
  },
  {
    call: 'POST /users/return',
    broken: 'any link brings back the account that was deleted last',
    edits: [
      {
        file: LEAVING,
        find: "await findUnexpiredToken(db, 'return', token)",
        put: `await ${anyLetter('return').replace('tx', 'db')}`,
      },
      { file: LEAVING, find: "(await redeemEmailToken(tx, 'return', token)) !== undefined", put: 'true' },
    ],
    seenBy: ownThings('a link of a letter to return'),
  },
  ...(['POST', 'PUT'] as const).map((method) => ({
    call: `${method} /letters/subscription`,
    broken: 'anybody makes a link for any address',
    edits: [
      {
        file: LETTER_LINKS,
        find: "unseal(secretKey, PURPOSE, Buffer.from(token, 'base64url')) ?? ''",
        put: "Buffer.from(token, 'base64url').toString()",
      },
    ],
    seenBy: ownThings('the link of a letter is made by nobody else'),
  })),
  {
    call: 'POST /letters/opened',
    broken: 'anybody makes a link for any address',
    edits: [
      {
        file: LETTER_LINKS,
        find: "return unseal(secretKey, OPENED, Buffer.from(token, 'base64url'))",
        put: "return Buffer.from(token, 'base64url').toString()",
      },
    ],
    seenBy: ownThings('the link of a letter is made by nobody else'),
  },
  {
    call: 'POST /auth/logout',
    broken: 'all sessions of everybody end',
    edits: [
      {
        file: SESSIONS,
        find: "db.deleteFrom('sessions').where('token_hash', '=', hashToken(token))",
        put: "db.deleteFrom('sessions')",
      },
    ],
    seenBy: ownThings('POST /auth/logout changes nothing'),
  },
  {
    call: 'GET /auth/verify',
    broken: 'the link of any letter confirms the address',
    edits: ["await redeemEmailToken(tx, 'verify', token)", "await findEmailToken(tx, 'verify', token)"].map((find) => ({
      file: 'modules/auth/registration.ts',
      find,
      put: find.replace("'verify'", "'reset'"),
    })),
    seenBy: ownThings('a link of a letter to verify'),
  },
  {
    call: 'GET /users/me/sessions',
    broken: 'the sessions of all accounts are listed',
    edits: [{ file: SESSIONS, after: "isCurrent.as('is_current')", find: OF_THEIR_ACCOUNT, put: '' }],
    seenBy: ownThings('GET /users/me/sessions '),
  },
  {
    call: 'DELETE /users/me/sessions',
    broken: 'the sessions of all accounts end',
    edits: [
      {
        file: SESSIONS,
        find: "let sessions = db.deleteFrom('sessions').where('user_id', '=', userId)",
        put: "let sessions = db.deleteFrom('sessions')",
      },
    ],
    seenBy: ownThings('DELETE /users/me/sessions changes nothing'),
  },
  {
    call: 'DELETE /users/me/sessions/{id}',
    broken: 'every account ends the sessions of others',
    edits: [{ file: SESSIONS, after: 'async function deleteSessionOf(', find: OF_THEIR_ACCOUNT, put: '' }],
  },
  {
    call: 'POST /memorial/{id}/export',
    broken: 'every verified account takes the page home',
    edits: [
      {
        file: `${EXPORTS}/index.ts`,
        find: 'access.toEdit(account, request.params.id)',
        put: asItsOwner('request.params.id'),
      },
    ],
  },
  {
    call: 'POST /users/me/export',
    broken: 'an unverified account takes pages home',
    edits: [
      {
        file: `${EXPORTS}/index.ts`,
        after: "'/users/me/export'",
        find: 'onRequest: verifiedOnly,',
        put: EVERY_ACCOUNT,
      },
      {
        file: `${EXPORTS}/index.ts`,
        after: "'/users/me/export'",
        find: 'request.requireVerified()',
        put: 'request.requireAccount()',
      },
    ],
  },
  {
    call: 'GET /exports/{account}/{what}',
    broken: 'the address of an archive outlives the keeping of the page',
    edits: [
      {
        file: `${EXPORTS}/service.ts`,
        find: 'await access.toEdit({ id: accountId }, what)',
        put: `await ${asItsOwner('what')}`,
      },
    ],
    seenBy: { file: 'exports/export.test', tests: 'ends with the keeping of the page, and with the account' },
  },
  {
    call: 'POST /memorial/import',
    broken: 'an unverified account brings pages',
    edits: [
      { file: IMPORTS, after: "'/memorial/import',", find: 'onRequest: verifiedOnly,', put: EVERY_ACCOUNT },
      { file: IMPORTS, find: 'request.requireVerified().id', put: 'request.requireAccount().id' },
    ],
  },
  {
    call: 'GET /memorial/import/{id}',
    broken: 'an unverified account follows a trial',
    edits: [
      { file: IMPORTS, after: "'/memorial/import/:id',", find: 'onRequest: verifiedOnly,', put: EVERY_ACCOUNT },
      { file: IMPORTS, find: 'request.requireVerified().id', put: 'request.requireAccount().id' },
    ],
  },
  {
    call: 'GET /geocode',
    broken: 'an unverified account asks the geocoder',
    edits: [
      { file: GEOCODER, find: 'onRequest: verifiedOnly,', put: EVERY_ACCOUNT },
      {
        file: GEOCODER,
        find: 'geocoder.find(request.requireVerified(), ',
        put: 'geocoder.find(request.requireAccount(), ',
      },
    ],
  },
]
