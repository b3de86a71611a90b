import type { BrokenRule } from './broken-rule'
import { asItsOwner } from './ways'

const REQUESTS = 'modules/access-requests'
const REPORTS = 'modules/reports'
const ONLY_MODERATORS = '...moderators, schema'
const VERIFIED = 'onRequest: verifiedOnly, schema'

/** Requests to be let in, personal links, reports. */
export const VISITOR_RULES: BrokenRule[] = [
  {
    call: 'POST /memorial/{id}/access-requests',
    broken: 'the answer tells whether there is such a page',
    edits: [
      {
        file: `${REQUESTS}/service.ts`,
        find: 'await countResponses([[byNetwork, networkOf(address)]]',
        put: 'if (!(await findMemorialFacts(db, memorialId))) throw notFound()\n      await countResponses([[byNetwork, networkOf(address)]]',
      },
    ],
    seenBy: { file: 'permissions/own-things.test', tests: 'POST /memorial/{id}/access-requests answers the same' },
  },
  {
    call: 'GET /memorial/{id}/access-requests',
    broken: 'every verified account sees who asks',
    edits: [
      {
        file: `${REQUESTS}/index.ts`,
        after: 'Who asks to be let in, and who was',
        find: 'access.toEdit(request.requireVerified(), request.params.id)',
        put: asItsOwner('request.params.id'),
      },
    ],
  },
  {
    call: 'GET /access-requests/pending',
    broken: 'those of all pages are listed',
    edits: [
      {
        file: `${REQUESTS}/repository.ts`,
        find: ".where(isOnPageOfKeeper('access_requests.memorial_id', userId))",
        put: '',
      },
    ],
    seenBy: { file: 'permissions/own-things.test', tests: 'GET /access-requests/pending ' },
  },
  {
    call: 'POST /access-requests/{id}/decide',
    broken: 'every verified account decides',
    edits: [
      {
        file: `${REQUESTS}/index.ts`,
        after: 'Let someone in, or not',
        find: 'await toDecide(request)',
        put: `await ${asItsOwner('await requests.pageOf(request.params.id)')}`,
      },
    ],
  },
  {
    call: 'DELETE /access-requests/{id}',
    broken: 'every verified account ends what others were given',
    edits: [
      {
        file: `${REQUESTS}/index.ts`,
        after: 'End a personal link, or drop a request',
        find: 'await toDecide(request)',
        put: `await ${asItsOwner('await requests.pageOf(request.params.id)')}`,
      },
    ],
  },
  {
    call: 'POST /memorial/{id}/open',
    broken: 'a personal link opens a page that was taken down',
    edits: [
      {
        file: `${REQUESTS}/service.ts`,
        find: 'if (isTakenDownOrOwnerless(memorial)) throw forbidden(TAKEN_DOWN)',
        put: '',
      },
    ],
    seenBy: { file: 'permissions/people-around.test', tests: '^POST /memorial/{id}/open, private page' },
  },
  {
    call: 'POST /memorial/{id}/open',
    broken: 'any key opens the page where somebody was let in',
    edits: [
      {
        file: `${REQUESTS}/repository.ts`,
        find: ".where('key_hash', '=', hashToken(key)).executeTakeFirst()",
        put: '.executeTakeFirst()',
      },
    ],
    seenBy: { file: 'permissions/own-things.test', tests: 'the key of a personal link' },
  },
  {
    call: 'POST /memorial/{id}/report',
    broken: 'the answer tells whether there is such a page',
    edits: [
      {
        file: `${REPORTS}/service.ts`,
        find: 'await countResponses([[byNetwork, networkOf(address)]]',
        put: "if (!(await db.selectFrom('memorials').select('id').where('id', '=', memorialId).executeTakeFirst())) throw notFound()\n      await countResponses([[byNetwork, networkOf(address)]]",
      },
    ],
    seenBy: { file: 'permissions/own-things.test', tests: 'POST /memorial/{id}/report answers the same' },
  },
  {
    call: 'GET /reports/pending',
    broken: 'every verified account reads reports',
    edits: [
      { file: `${REPORTS}/index.ts`, after: "'/reports/pending'", find: ONLY_MODERATORS, put: VERIFIED },
      asVerified('reports.listPending'),
    ],
  },
  {
    call: 'GET /reports/closed',
    broken: 'every verified account reads for what pages are closed',
    edits: [
      {
        file: `${REPORTS}/index.ts`,
        after: "'/reports/closed'",
        find: '...moderators',
        put: 'onRequest: verifiedOnly',
      },
      asVerified('reports.listClosing'),
    ],
  },
  {
    call: 'POST /reports/{id}/decide',
    broken: 'every verified account closes pages',
    edits: [
      {
        file: `${REPORTS}/index.ts`,
        after: "'/reports/:id/decide'",
        find: '...moderators',
        put: 'onRequest: verifiedOnly',
      },
      asVerified('reports.decide'),
    ],
  },
  {
    call: 'POST /reports/{id}/reopen',
    broken: 'every verified account opens closed pages',
    edits: [
      {
        file: `${REPORTS}/index.ts`,
        after: "'/reports/:id/reopen'",
        find: '...moderators',
        put: 'onRequest: verifiedOnly',
      },
      asVerified('reports.reopen'),
    ],
  },
]

function asVerified(service: string) {
  const asModerator = `${service}(request.requireModerator()`
  return { file: `${REPORTS}/index.ts`, find: asModerator, put: `${service}(request.requireVerified()` }
}
