import type { BrokenRule } from './broken-rule'
import { asItsOwner } from './ways'

const TRASH = 'modules/memorials/trash.ts'
const DESTRUCTION = 'modules/memorials/trash.ts'
const OF_THE_ACCOUNT = 'lockTrashedMemorial(tx, id, account.id)'
const WHOSE_EVER =
  "lockTrashedMemorial(tx, id, (await tx.selectFrom('memorials').select('trashed_user_id').where('id', '=', id).executeTakeFirst())?.trashed_user_id ?? 0)"

/** Deleted pages. */
export const TRASH_RULES: BrokenRule[] = [
  {
    call: 'GET /memorial/trash',
    broken: 'the deleted pages of all accounts are listed',
    edits: [
      {
        file: 'modules/memorials/trash-repository.ts',
        after: 'function listTrashedMemorials',
        find: ".where('trashed_user_id', '=', userId)",
        put: ".where('trashed_user_id', 'is not', null)",
      },
    ],
    seenBy: { file: 'permissions/own-things.test', tests: 'GET /memorial/trash ' },
  },
  {
    call: 'POST /memorial/restore/{id}',
    broken: 'every verified account brings the page back',
    edits: [{ file: TRASH, after: 'async restore(', find: OF_THE_ACCOUNT, put: WHOSE_EVER }],
  },
  {
    call: 'DELETE /memorial/trash/{id}',
    broken: 'every verified account destroys the page',
    edits: [{ file: DESTRUCTION, after: 'async destroy(', find: OF_THE_ACCOUNT, put: WHOSE_EVER }],
  },
  {
    call: 'POST /memorial/return',
    broken: 'any token brings the page back that was destroyed last',
    edits: [
      {
        file: 'modules/memorials/trash-repository.ts',
        find: ".where('return_token_hash', '=', hashToken(token))",
        put: ".where('return_token_hash', '<>', hashToken(token))",
      },
    ],
    seenBy: { file: 'trash/destroying.test', tests: 'comes back by no other link' },
  },
]

/** Items of archives and words. The routes of all are one code: each breaks for itself. */
export function trashRulesOf(paths: { trash: string; restore: string }, what: string): BrokenRule[] {
  const file = 'modules/trash/routes.ts'
  const here = (broken: string, whole: string) => `(paths.trash === '${paths.trash}' ? ${broken} : ${whole})`
  const ofPage = 'await access.toEdit(request.requireVerified(), request.params.id)'
  const pageOf = 'await pageOf(request)'
  const ofAnyPage = here(`await ${asItsOwner('await trash.pageOf(request.params.id)')}`, pageOf)
  return [
    {
      call: `GET ${paths.trash}/{id}`,
      broken: `every verified account sees deleted ${what}`,
      edits: [
        {
          file,
          after: 'summary: summaries.list',
          find: ofPage,
          put: here(`await ${asItsOwner('request.params.id')}`, ofPage),
        },
      ],
    },
    {
      call: `POST ${paths.restore}/{id}`,
      broken: `every verified account brings deleted ${what} back`,
      edits: [{ file, after: 'summary: summaries.restore', find: pageOf, put: ofAnyPage }],
    },
    {
      call: `DELETE ${paths.trash}/{id}`,
      broken: `every verified account destroys deleted ${what}`,
      edits: [{ file, after: 'summary: summaries.destroy', find: pageOf, put: ofAnyPage }],
    },
  ]
}
