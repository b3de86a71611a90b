import type { BrokenRule } from './broken-rule'
import { trashRulesOf } from './trash'
import { asItsOwner } from './ways'

const ROUTES = 'modules/memories/routes.ts'
const BLOCKING = 'modules/memories/blocking.ts'
const VOICES = 'modules/memories/voice-routes.ts'
const VOICE_TESTS = { file: 'memories/voice-in-parts.test' }
const USERS = 'modules/accounts/user-repository.ts'
const PAGE_OF = 'await pageOf(request)'
const PAGE_OF_WORDS = `await ${asItsOwner('(await memories.find(request.params.id)).memorials_id')}`

/** Answers to words, authors who are blocked, letters about words, deleted words. */
export const WORDS_RULES: BrokenRule[] = [
  {
    call: 'POST /memories/{id}/reply',
    broken: 'every verified account answers in the name of the page',
    edits: [{ file: ROUTES, after: "'/memories/:id/reply'", find: PAGE_OF, put: PAGE_OF_WORDS }],
  },
  ...['memories', 'stories', 'proposals'].map((kind) => ({
    call: `POST /${kind}/{id}/block-author`,
    broken: `every verified account blocks authors of ${kind}`,
    edits: [
      {
        file: BLOCKING,
        find: 'await pageOf(kind, request)',
        put: `await (kind === '${kind}' ? ${asItsOwner('await blocking.pageOf(kind, request.params.id)')} : pageOf(kind, request))`,
      },
    ],
  })),
  {
    call: 'POST /memories/{id}/block-author',
    broken: 'the words of blocked authors wait as others do',
    edits: [
      {
        file: 'modules/memories/writing.ts',
        find: 'if (await isBlocked(tx, memorial.id, authorEmail)) {',
        put: 'if (authorEmail === null) {',
      },
    ],
    seenBy: { file: 'permissions/asked-people.test', tests: 'whoever was blocked' },
  },
  {
    call: 'POST /memories/{id}/block-author',
    broken: 'what waits of blocked authors stays in the queue',
    edits: [
      {
        file: BLOCKING,
        find: 'await hideWaiting(tx, { memorialId: memorial.id, mailbox, hashes })',
        put: '[]',
      },
    ],
    seenBy: { file: 'questions/blocked.test', tests: 'who was blocked' },
  },
  {
    call: 'DELETE /blocked-authors/{id}',
    broken: 'what was sent in while blocked is shown once unblocked',
    edits: [
      {
        file: 'modules/memories/repository.ts',
        find: 'sql<boolean>`${sentAt} < ${hiddenAt}`',
        put: 'sql<boolean>`${sentAt} < ${hiddenAt} or true`',
      },
    ],
    seenBy: { file: 'questions/blocked.test', tests: 'who was blocked' },
  },
  {
    call: 'GET /memorial/{id}/blocked-authors',
    broken: 'every verified account reads the e-mails of blocked authors',
    edits: [
      {
        file: BLOCKING,
        after: 'People of whom a page takes nothing more',
        find: 'access.toEdit(request.requireVerified(), request.params.id)',
        put: asItsOwner('request.params.id'),
      },
    ],
  },
  {
    call: 'DELETE /blocked-authors/{id}',
    broken: 'every verified account lets blocked authors write again',
    edits: [
      {
        file: BLOCKING,
        find: 'access.toEdit(account, await blocking.pageOfBlocked(request.params.id))',
        put: asItsOwner('await blocking.pageOfBlocked(request.params.id)'),
      },
    ],
  },
  {
    call: 'POST /memories/moderate',
    broken: 'every verified account decides on words',
    edits: [
      {
        file: 'modules/memories/routes.ts',
        find: 'moderationOf(account, id).then(',
        put: 'moderationOf({ ...account, isModerator: true }, id).then(',
      },
    ],
  },
  {
    call: 'GET /users/me/words-letters',
    broken: 'the choice of somebody else is shown',
    edits: [
      {
        file: USERS,
        after: ".select('words_letters')",
        find: ".where('id', '=', userId)",
        put: ".where('id', '<>', userId).orderBy('id', 'desc')",
      },
    ],
    seenBy: { file: 'permissions/own-things.test', tests: 'GET /users/me/words-letters ' },
  },
  {
    call: 'PUT /users/me/words-letters',
    broken: 'the choice of all accounts is changed',
    edits: [
      {
        file: USERS,
        find: ".set({ words_letters: howOften }).where('id', '=', userId)",
        put: '.set({ words_letters: howOften })',
      },
    ],
    seenBy: { file: 'permissions/own-things.test', tests: 'PUT /users/me/words-letters changes nothing' },
  },
  {
    call: 'POST /voices',
    broken: 'voices are sent for closed pages',
    edits: [{ file: VOICES, find: 'await access.toRead(request, id)', put: `await ${asItsOwner('id')}` }],
    seenBy: { ...VOICE_TESTS, tests: 'is begun by those alone' },
  },
  {
    call: 'POST /voices',
    broken: 'voices are sent for a closed page with the PIN of another one',
    edits: [{ file: VOICES, find: 'await access.toRead(request, id)', put: `await ${asItsOwner('id')}` }],
    seenBy: { file: 'permissions/asked-people.test', tests: 'a reader by PIN sends voices' },
  },
  ...(['PATCH', 'HEAD', 'DELETE'] as const).map((method) => ({
    call: `${method} /voices/{upload}`,
    broken: 'the voice of another account is as good as an own one',
    edits: [
      { file: 'media/uploads/uploads.ts', find: '|| !isOfSender)', put: '|| !(isOfSender || account?.isAnyones))' },
      {
        file: VOICES,
        find: 'uploads.findVoice(request.account, request.params.upload)',
        put: `uploads.findVoice({ ...request.account, isAnyones: request.method === '${method}' }, request.params.upload)`,
      },
    ],
    seenBy: { ...VOICE_TESTS, tests: 'belongs to the page' },
  })),
  ...trashRulesOf({ trash: '/memories/trash', restore: '/memories/restore' }, 'words'),
]
