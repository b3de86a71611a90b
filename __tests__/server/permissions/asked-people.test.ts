import type { PendingMemories } from '@contract/memory'
import type { OpenedQuestion } from '@contract/questions'
import { hashToken, randomToken } from '@server/lib/token'
import { blockAuthor } from '@server/modules/memories/pending-repository'
import { insertProposal } from '@server/modules/proposals/repository'
import { insertStory } from '@server/modules/questions/story-repository'
import { voiceUploader } from '@support/uploads'
import { aWav } from '../memories/words'
import { createScenes, fromAnotherAddress, type Scene, startServer } from './scene'
import { aQuestion, aStory, inTrash } from './waiting-things'
import type { TestApp } from '@support/server-app'

/** Those who were asked by letter, told something, were blocked, or keep the page no more. The table asks for each account. */

let server: TestApp
let scene: Scene
let newScene: ReturnType<typeof createScenes>

beforeAll(async () => {
  server = await startServer()
  newScene = createScenes(server)
})
afterAll(() => server.close())
beforeEach(async () => {
  scene = await newScene({ isPublic: false })
})

const send = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  { payload, token }: { payload?: object | undefined; token?: string } = {},
) => server.api({ method, url, headers: fromAnotherAddress(), ...(payload && { payload }), ...(token && { token }) })

const setPage = (columns: object) =>
  server.db.updateTable('memorials').set(columns).where('id', '=', scene.page.id).execute()
const setOwner = (columns: object) =>
  server.db.updateTable('users').set(columns).where('id', '=', scene.accounts.owner.id).execute()
const setQuestion = (id: number, columns: object) =>
  server.db.updateTable('questions').set(columns).where('id', '=', id).execute()
const answered = (id: number, status: 'pending' | 'approved' | 'rejected' = 'pending') =>
  insertStory(server.db, {
    ...{ memorial_id: scene.page.id, question_id: id, question: 'Что он любил петь?', to_name: 'Зоя' },
    ...{ author: 'Зоя', relation: '', text: 'Он пел «Рябину».', status, own_token_hash: hashToken(randomToken()) },
    ...(status !== 'pending' && { decided_at: new Date() }),
  })
const pageToTrash = () => inTrash(scene, `/memorial/delete/${scene.page.id}`)
const CLOSED_BY_MODERATORS = () => ({ closed_at: new Date(), closed_reason: 'Чужой адрес на странице' })

/** What has become of a question, its page or its answer before the link is used. */
const LINKS: [state: string, statuses: number[], become: (id: number) => Promise<unknown>][] = [
  ['that came by letter', [200, 201, 204, 204], async () => {}],
  ['that was declined', [200, 201, 204, 204], (id) => setQuestion(id, { status: 'declined', declined_at: new Date() })],
  ['that was put off', [200, 201, 204, 204], (id) => setQuestion(id, { status: 'later', later_at: new Date() })],
  ['whose answer waits', [200, 201, 204, 204], (id) => answered(id)],
  ['whose answer was approved', [200, 409, 204, 204], (id) => answered(id, 'approved')],
  ['whose answer was rejected', [200, 409, 204, 204], (id) => answered(id, 'rejected')],
  [
    'whose answer is in the trash',
    [200, 409, 204, 204],
    async (id) => inTrash(scene, `/stories/${(await answered(id)).id}`),
  ],
  [
    'that was taken back',
    [404, 404, 404, 404],
    (id) => send('DELETE', `/questions/${id}`, { token: scene.accounts.keeper.token }),
  ],
  ['that has expired', [404, 404, 404, 404], (id) => setQuestion(id, { ended_at: new Date() })],
  ['of a page in the trash', [404, 404, 404, 404], pageToTrash],
  [
    'of a deleted page',
    [404, 404, 404, 404],
    () => server.db.deleteFrom('memorials').where('id', '=', scene.page.id).execute(),
  ],
  ['of a page that was taken down', [404, 404, 404, 404], () => setPage(CLOSED_BY_MODERATORS())],
  ['of a page whose owner leaves', [404, 404, 404, 404], () => setPage({ owner_left_at: new Date() })],
  ['of an account that was deleted', [404, 404, 404, 404], () => setOwner({ is_active: false })],
  ['of an account that is gone', [404, 404, 404, 404], (id) => setQuestion(id, { user_id: null })],
]

it.each(LINKS)('a link %s opens what it should, and ends as an unknown one', async (_state, statuses, become) => {
  const { id, token } = await aQuestion(scene)
  await become(id)
  const use = (of: string, link: string) =>
    send('POST', `/questions/${of}`, {
      payload: { token: link, ...(of === 'answer' && { text: 'Нет, «Катюшу».', author: 'Зоя' }) },
    })
  const calls = ['open', 'answer', 'later', 'decline']
  const answers = []
  for (const call of calls) answers.push(await use(call, token))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(statuses)

  const unknown = await Promise.all(calls.map((call) => use(call, randomToken())))
  expect(unknown.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404])
  for (const [nth, { statusCode, body }] of answers.entries()) {
    if (statusCode === 404) expect(body).toBe(unknown[nth]?.body)
  }
})

const OWN_LINKS: [state: string, status: number, become: (id: number) => Promise<unknown>][] = [
  ['waits', 200, async () => {}],
  ['is in the trash', 404, (id) => inTrash(scene, `/stories/${id}`)],
  ['is on a page in the trash', 404, pageToTrash],
  ['is on a page that was taken down', 200, () => setPage(CLOSED_BY_MODERATORS())],
  [
    'lost its question',
    200,
    (id) => server.db.updateTable('stories').set({ question_id: null }).where('id', '=', id).execute(),
  ],
]

it.each(OWN_LINKS)(
  'the link of a story that %s reads it, and takes it back in any case',
  async (_state, status, become) => {
    const { id, ownToken } = await aStory(scene)
    await become(id)
    const payload = { own_token: ownToken }
    expect((await send('POST', '/stories/own', { payload })).statusCode).toBe(status)
    expect((await send('DELETE', '/stories/own', { payload })).statusCode).toBe(204)
    const left = await server.db.selectFrom('stories').select('id').where('id', '=', id).execute()
    expect(left).toEqual([])
    expect((await send('POST', '/stories/own', { payload })).statusCode).toBe(404)
  },
)

it('a link of a question opens nothing else of a closed page than the name and the portrait', async () => {
  scene = await newScene({ isPublic: false, withPhoto: true })
  const { token } = await aQuestion(scene)
  const { ownToken } = await aStory(scene)
  const { id, photo_path } = scene.page
  const { memorial } = (await send('POST', '/questions/open', { payload: { token } })).json<OpenedQuestion>()
  expect(Object.keys(memorial).sort()).toEqual(['name', 'portrait'])
  const [bare] = String(photo_path).split('?')
  expect((await server.app.inject(bare ?? '')).statusCode).toBe(403)
  for (const bearer of [token, ownToken]) {
    for (const url of [
      `/memorial/${id}`,
      `/memorial/${id}/stories`,
      `/memorial/${id}/candles`,
      `/memories/all?memorial_id=${id}`,
      `/photo_archive/get_memorial_photos/${id}`,
      `/burial/${id}`,
    ])
      expect([url, (await send('GET', url, { token: bearer })).statusCode]).toEqual([url, 403])
    for (const url of [`/memorial/${id}/history`, `/memorial/${id}/questions`, `/memorial/${id}/proposals`])
      expect([url, (await send('GET', url, { token: bearer })).statusCode]).toEqual([url, 401])
  }
})

it('a reader by PIN sends voices for the page, and may not read what keepers see', async () => {
  const { id } = scene.page
  const begin = async (token?: string) =>
    (await voiceUploader(server, token ? { token } : { from: '10.77.0.1' }).begin(id, aWav().length)).statusCode
  expect(await begin(await scene.tokenOf('pinVisitor'))).toBe(201)
  expect(await begin(await scene.tokenOf('otherPinVisitor'))).toBe(403)
  expect(await begin()).toBe(403)
  expect(await begin(scene.accounts.formerKeeper.token)).toBe(403)
})

it('whoever was blocked is answered as others are, and heard by nobody', async () => {
  await setPage({ public_status: true })
  await blockAuthor(server.db, scene.page.id, 'guest@example.org')
  const { owner, moderator } = scene.accounts
  const proposal = new FormData()
  for (const [name, value] of Object.entries({ field: 'name', value: 'Павел', author: 'Вера' }))
    proposal.append(name, value)
  proposal.append('author_email', 'guest@example.org')
  const proposed = await send('POST', `/memorial/${scene.page.id}/proposals`, { payload: proposal })
  expect(proposed.statusCode).toBe(201)
  const words = { memorials_id: scene.page.id, description: 'Помним.', author: 'Вера' }
  const told = await send('POST', '/memories/create', { payload: { ...words, author_email: 'Guest@example.org' } })
  expect([told.statusCode, told.json()]).toMatchObject([201, { status: 'pending' }])

  for (const { token } of [owner, moderator])
    expect((await send('GET', '/memories/pending', { token })).json<PendingMemories>().total).toBe(0)
  for (const url of ['/proposals/pending', `/memorial/${scene.page.id}/proposals`])
    expect((await send('GET', url, { token: owner.token })).json<{ total: number }>().total).toBe(0)
  const payload = { own_token: proposed.json<{ own_token: string }>().own_token }
  expect((await send('POST', '/proposals/own', { payload })).json()).toMatchObject({ status: 'pending' })
  expect((await send('DELETE', '/proposals/own', { payload })).statusCode).toBe(204)
})

it('a proposal on a page in the trash is read, decided on and listed by nobody', async () => {
  const token = randomToken()
  const { id } = await insertProposal(server.db, {
    ...{ memorial_id: scene.page.id, what: 'name', value: '"Павел"', note: null, author: 'Вера' },
    ...{ author_email: null, author_id: null, consent_version: null, own_token_hash: hashToken(token) },
  })
  await pageToTrash()
  const { owner } = scene.accounts
  expect((await send('POST', '/proposals/own', { payload: { own_token: token } })).statusCode).toBe(404)
  const decided = await send('POST', `/proposals/${id}/decide`, {
    token: owner.token,
    payload: { decision: 'accepted' },
  })
  expect(decided.statusCode).toBe(404)
  expect((await send('GET', '/proposals/pending', { token: owner.token })).json<{ total: number }>().total).toBe(0)
})

describe('a keeper who left', () => {
  it('has asked a question that they cannot take back any more, and whose link tells no name of theirs', async () => {
    const { formerKeeper, keeper } = scene.accounts
    const { id, token } = await aQuestion(scene)
    await setQuestion(id, { user_id: formerKeeper.id })
    const named = { payload: { display_name: 'Тётя Оля' }, token: formerKeeper.token }
    expect((await send('PATCH', '/users/me', named)).statusCode).toBe(200)

    const opened = (await send('POST', '/questions/open', { payload: { token } })).json<OpenedQuestion>()
    expect(opened.asked_by).toBe('Бывший хранитель')
    expect((await send('DELETE', `/questions/${id}`, { token: formerKeeper.token })).statusCode).toBe(403)
    expect((await send('DELETE', `/questions/${id}`, { token: keeper.token })).statusCode).toBe(204)
  })
})
