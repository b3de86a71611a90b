import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'
import { aVisitorWithPin, decide, GUEST_EMAIL, leaveWords, waiting, waitingWords } from './words'

const MODERATOR_EMAIL = 'moderator@example.org'

let server: TestApp
let moderator: string
let owner: string
let other: string
let memorialId: number
let ids: number[]

beforeAll(async () => {
  server = await startTestApp({ MODERATOR_EMAILS: MODERATOR_EMAIL })
  moderator = (await server.signUp({ email: MODERATOR_EMAIL })).token
  owner = (await anOwner(server)).token
  other = (await anOwner(server)).token
  memorialId = (await aStoredMemorial(server, owner)).id
  const { id: memorialOfOther } = await aStoredMemorial(server, other, {
    lastname: 'Зимина',
    name: 'Вера',
    surname: '',
  })
  const memories = [
    await waitingWords(server, memorialId),
    await waitingWords(server, memorialOfOther, { author_email: GUEST_EMAIL }),
    await waitingWords(server, memorialId),
  ]
  ids = memories.map(({ id }) => id)
})
afterAll(() => server.close())

const idsFor = async (token: string, query?: Record<string, string>) =>
  (await waiting(server, token, query)).result.map(({ id }) => id)

it('gives a moderator all that waits, oldest first', async () => {
  expect(await idsFor(moderator)).toEqual(ids)
})

it('gives an owner what waits on their pages', async () => {
  expect(await idsFor(owner)).toEqual([ids[0], ids[2]])
  expect(await idsFor(other)).toEqual([ids[1]])
})

it('gives anyone else nothing', async () => {
  const { token } = await server.signUp()
  expect(await waiting(server, token)).toEqual({ result: [], total: 0 })
})

it('says whom the words are about and where the decision will be written to', async () => {
  expect((await waiting(server, other)).result).toEqual([
    {
      id: ids[1],
      memorials_id: expect.any(Number),
      description: 'Помню его уроки.',
      author: 'Ольга',
      created_at: expect.any(String),
      reply: null,
      voice: null,
      photo_path: null,
      photo_width: null,
      photo_height: null,
      memorial_name: 'Зимина Вера',
      author_email: GUEST_EMAIL,
    },
  ])
})

it('pages where it is asked to, and always tells how many wait', async () => {
  expect(await idsFor(moderator, { limit: '2' })).toEqual([ids[0], ids[1]])
  expect(await idsFor(moderator, { offset: '2', limit: '2' })).toEqual([ids[2]])
  expect(await idsFor(moderator, { offset: '1' })).toEqual([ids[1], ids[2]])
  expect(await waiting(server, moderator, { limit: '1' })).toMatchObject({ total: 3 })
  expect(await waiting(server, owner, { limit: '1' })).toMatchObject({ total: 2 })
  for (const query of ['limit=0', 'limit=101', 'offset=-1']) {
    expect((await server.api({ url: `/memories/pending?${query}`, token: moderator })).statusCode).toBe(422)
  }
})

it('holds no words that were decided on, nor an owner’s own', async () => {
  const { token } = await anOwner(server)
  const { id } = await aStoredMemorial(server, token)
  await leaveWords(server, id, { token })
  await decide(server, (await waitingWords(server, id)).id, 'approved', token)
  await decide(server, (await waitingWords(server, id)).id, 'rejected', token)
  expect((await waiting(server, token)).total).toBe(0)
})

it('asks who is there', async () => {
  const visitor = await aVisitorWithPin(
    server,
    owner,
    (await aStoredMemorial(server, owner, { public_status: 'false' })).id,
  )
  expect((await server.api({ url: '/memories/pending' })).statusCode).toBe(401)
  expect((await server.api({ url: '/memories/pending', token: visitor })).statusCode).toBe(401)
})

it('gives an account whose e-mail is not verified nothing, be it an owner or a moderator', async () => {
  const setVerified = (isVerified: boolean) => server.db.updateTable('users').set({ is_verified: isVerified }).execute()
  await setVerified(false)
  try {
    expect(await waiting(server, owner)).toEqual({ result: [], total: 0 })
    expect(await waiting(server, moderator)).toEqual({ result: [], total: 0 })
  } finally {
    await setVerified(true)
  }
})
