import type { BrokenRule } from './broken-rule'

const TRASH = 'modules/memorials/trash.ts'
const DESTRUCTION = 'modules/memorials/destruction.ts'
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
        file: 'modules/memorials/destruction-repository.ts',
        find: ".where('return_token_hash', '=', hashToken(token))",
        put: ".where('return_token_hash', '<>', hashToken(token))",
      },
    ],
    seenBy: { file: 'trash/destroying.test', tests: 'comes back by no other link' },
  },
]
