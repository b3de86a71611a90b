import type { BrokenRule } from './broken-rule'
import { trashRulesOf } from './trash'
import { asItsOwner, readByAll } from './ways'

const ROUTES = 'modules/questions/index.ts'
const ASKING = 'modules/questions/asking.ts'
const REPOSITORY = 'modules/questions/repository.ts'
const STORIES = 'modules/questions/story-repository.ts'
const TO_EDIT = 'access.toEdit(request.requireVerified(), request.params.id)'
const MODERATION = 'await toModerate(request)'
const WHOSE_EVER =
  '{ actor: request.requireVerified(), story: await stories.find(request.params.id), memorial: await access.toModerate({ id: 0, isModerator: true }, (await stories.find(request.params.id)).memorial_id) }'
const BY_TOKEN = ".where('questions.token_hash', '=', hashToken(token))"
const ANY_TOKEN = ".where('questions.token_hash', '<>', hashToken(token))"
const OWN_TOKEN = ".where('own_token_hash', '=', hashToken(ownToken))"
const ANY_OWN_TOKEN = ".where('own_token_hash', '<>', hashToken(ownToken))"

const LIVE = 'function liveQuestions'
const ofLinks = (tests: string) => ({ file: 'permissions/asked-people.test', tests })

/** What ends a link, and where it is forgotten in a copy. */
const endedLink = (broken: string, find: string, state: string): BrokenRule => ({
  call: 'POST /questions/open',
  broken,
  edits: [{ file: REPOSITORY, after: LIVE, find, put: '' }],
  seenBy: ofLinks(`a link ${state} opens`),
})

const byLink = (call: string, tests: string): BrokenRule => ({
  call,
  broken: `any token does it: ${call}`,
  edits: [{ file: REPOSITORY, find: BY_TOKEN, put: ANY_TOKEN }],
  seenBy: { file: 'questions/asking.test', tests },
})

const byOwnLink = (call: string): BrokenRule => ({
  call,
  broken: `any token of an author does it: ${call}`,
  edits: [{ file: STORIES, find: OWN_TOKEN, put: ANY_OWN_TOKEN }],
  seenBy: { file: 'questions/stories.test', tests: 'is of its own story alone' },
})

const moderated = (call: string, after: string, broken: string): BrokenRule => ({
  call,
  broken,
  edits: [{ file: ROUTES, after, find: MODERATION, put: WHOSE_EVER }],
})

/** Questions to those who may know, and what they tell. */
export const QUESTION_RULES: BrokenRule[] = [
  {
    call: 'POST /memorial/{id}/questions',
    broken: 'every verified account asks in the name of the page',
    edits: [
      { file: ASKING, after: 'Ask by letter those who may know', find: TO_EDIT, put: asItsOwner('request.params.id') },
    ],
  },
  {
    call: 'POST /memorial/{id}/questions',
    broken: 'the page asks a person as often as it likes',
    edits: [{ file: ASKING, find: '(await wasAsked(tx, page.id, all))', put: 'false' }],
    seenBy: { file: 'questions/asking.test', tests: 'not to somebody whom the page asked within a week' },
  },
  {
    call: 'POST /memorial/{id}/questions',
    broken: 'the letters of an account are not counted',
    edits: [
      {
        file: ASKING,
        find: '(await countAskedToday(tx, editorId)) + to.length',
        put: 'to.length',
      },
    ],
    seenBy: { file: 'questions/asking.test', tests: 'is counted: forty letters a day' },
  },
  {
    call: 'GET /memorial/{id}/questions',
    broken: 'every verified account reads whom the page has asked',
    edits: [
      { file: ASKING, after: 'What was asked, and of whom', find: TO_EDIT, put: asItsOwner('request.params.id') },
    ],
  },
  {
    call: 'DELETE /questions/{id}',
    broken: 'every verified account takes a question back',
    edits: [
      {
        file: ASKING,
        find: 'access.toEdit(account, await asking.pageOf(request.params.id))',
        put: asItsOwner('await asking.pageOf(request.params.id)'),
      },
    ],
  },
  byLink('POST /questions/open', 'shows the question and the portrait of a closed page'),
  {
    call: 'POST /questions/open',
    broken: 'the link of a page that was taken down opens',
    edits: [{ file: REPOSITORY, find: ".where('memorials.closed_at', 'is', null)", put: '' }],
    seenBy: { file: 'questions/asking.test', tests: 'is not asked while the page is taken down' },
  },
  {
    call: 'DELETE /questions/{id}',
    broken: 'the link of a question that was taken back opens',
    edits: [
      {
        file: REPOSITORY,
        after: 'export async function endQuestion',
        find: '.set({ ended_at: now(), token_hash: null, sealed_token: null })',
        put: '.set({ ended_at: now() })',
      },
      { file: REPOSITORY, after: LIVE, find: ".where('questions.ended_at', 'is', null)", put: '' },
    ],
    seenBy: ofLinks('a link that was taken back opens'),
  },
  endedLink('a link goes on after its time', ".where('questions.ended_at', 'is', null)", 'that has expired'),
  endedLink(
    'the link of a page in the trash opens',
    ".where('memorials.user_id', 'is not', null)",
    'of a page in the trash',
  ),
  endedLink(
    'the link of a page whose owner leaves opens',
    ".where('memorials.owner_left_at', 'is', null)",
    'of a page whose owner leaves',
  ),
  endedLink(
    'the link of a deleted account opens',
    ".where('users.is_active', '=', true)",
    'of an account that was deleted',
  ),
  {
    call: 'POST /questions/open',
    broken: 'a keeper who left is named',
    edits: [{ file: 'modules/questions/authors.ts', find: "(role !== 'former' && name)", put: 'name' }],
    seenBy: ofLinks('has asked a question that they cannot take back'),
  },
  {
    call: 'POST /questions/answer',
    broken: 'an answer is replaced after the keepers have decided',
    edits: [
      {
        file: 'modules/questions/authors.ts',
        find: "return memorial_id !== null && status === 'pending'",
        put: 'return memorial_id !== null',
      },
    ],
    seenBy: ofLinks('a link whose answer was (approved|rejected) opens'),
  },
  {
    call: 'POST /stories/{id}/block-author',
    broken: 'keepers read the address of who was asked among those who are blocked',
    edits: [
      {
        file: 'modules/memories/pending-repository.ts',
        find: 'author_email: name === null ? author_email : null',
        put: 'author_email',
      },
    ],
    seenBy: { file: 'questions/blocked.test', tests: 'who was blocked' },
  },
  {
    call: 'POST /questions/answer',
    broken: 'the stories of those who are blocked are shown',
    edits: [
      {
        file: 'modules/questions/authors.ts',
        find: 'const isUnheard = await isBlockedTeller(tx, question)',
        put: 'const isUnheard = false',
      },
    ],
    seenBy: { file: 'questions/blocked.test', tests: 'who was blocked' },
  },
  {
    call: 'POST /memorial/{id}/questions',
    broken: 'the page asks those who are blocked',
    edits: [
      {
        file: ASKING,
        find: '|| (await listBlockedMailboxes(tx, page.id, mailboxes)).length > 0',
        put: '',
      },
    ],
    seenBy: { file: 'questions/blocked.test', tests: 'who was blocked' },
  },
  {
    call: 'POST /questions/later',
    broken: 'those who are blocked are asked again',
    edits: [{ file: ASKING, find: '|| (await isBlocked(tx, page.id, question.to_email))', put: '' }],
    seenBy: { file: 'questions/blocked.test', tests: 'who was blocked' },
  },
  {
    call: 'POST /questions/answer',
    broken: 'an answer in the trash is replaced',
    edits: [
      {
        file: 'modules/questions/authors.ts',
        find: "return memorial_id !== null && status === 'pending'",
        put: "return status === 'pending'",
      },
    ],
    seenBy: ofLinks('a link whose answer is in the trash opens'),
  },
  {
    call: 'POST /stories/own',
    broken: 'a story of a page in the trash is read',
    edits: [
      {
        file: 'modules/questions/authors.ts',
        find: 'await findMemorial(db, story.memorial_id)',
        put: "await db.selectFrom('memorials').selectAll().where('id', '=', story.memorial_id).executeTakeFirst()",
      },
    ],
    seenBy: ofLinks('the link of a story that is on a page in the trash'),
  },
  byLink('POST /questions/answer', 'is never asked again by the page'),
  {
    call: 'POST /questions/answer',
    broken: 'the voice that came for another page is taken',
    edits: [
      { file: 'modules/memories/voice-routes.ts', find: 'upload.memorial_id !== memorialId', put: 'memorialId === 0' },
    ],
    seenBy: { file: 'questions/voices.test', tests: 'is for its page alone' },
  },
  {
    call: 'POST /voices',
    broken: 'any token begins a voice',
    edits: [{ file: REPOSITORY, find: BY_TOKEN, put: ANY_TOKEN }],
    seenBy: { file: 'questions/voices.test', tests: 'is begun by no link' },
  },
  byLink('POST /questions/later', 'is asked again in a week'),
  byLink('POST /questions/decline', 'is never asked again by the page'),
  byOwnLink('POST /stories/own'),
  byOwnLink('DELETE /stories/own'),
  {
    call: 'GET /memorial/{id}/stories',
    broken: 'the stories of a closed page are read by everybody',
    edits: [{ file: ROUTES, find: 'access.toRead(request, request.params.id)', put: readByAll('request.params.id') }],
  },
  {
    call: 'GET /memorial/{id}/stories',
    broken: 'the photo of a story that waits is public',
    edits: [
      {
        file: 'media/repository.ts',
        find: "'of_copy.status', 'stories.status')",
        put: "'of_copy.status')",
      },
    ],
    seenBy: { file: 'questions/stories.test', tests: 'waits for those who keep the page' },
  },
  {
    call: 'GET /memorial/{id}/stories',
    broken: 'the voice of a story that waits is public',
    edits: [{ file: 'media/repository.ts', find: '(found.words ?? found.story ??', put: '(found.words ??' }],
    seenBy: { file: 'questions/voices.test', tests: 'needs no text, is heard by those who decide' },
  },
  {
    call: 'POST /memorial/{id}/stories/order',
    broken: 'every verified account puts the stories into another order',
    edits: [
      {
        file: ROUTES,
        after: 'Put the approved stories into another order',
        find: TO_EDIT,
        put: asItsOwner('request.params.id'),
      },
    ],
  },
  {
    call: 'GET /memorial/{id}/stories/pending',
    broken: 'every verified account asks for the stories that wait at a page',
    edits: [
      {
        file: ROUTES,
        find: 'await access.toEdit(account, request.params.id)',
        put: `await ${asItsOwner('request.params.id')}`,
      },
    ],
  },
  {
    call: 'GET /stories/pending',
    broken: 'every account sees all stories that wait',
    edits: [
      {
        file: STORIES,
        find: "return query.where(isOnPageOfKeeper('stories.memorial_id', id))",
        put: 'return query',
      },
    ],
    seenBy: { file: 'questions/stories.test', tests: 'find what waits by page, text and links' },
  },
  moderated('POST /stories/{id}/moderate', 'Approve or reject a story', 'every verified account decides on stories'),
  moderated('PATCH /stories/{id}', 'Mend a story; what is absent stays', 'every verified account mends stories'),
  moderated(
    'DELETE /stories/{id}',
    'Delete a story, at once or by way of the trash',
    'every verified account deletes stories',
  ),
  ...trashRulesOf({ trash: '/stories/trash', restore: '/stories/restore' }, 'stories'),
]
