import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'
import { aVisitorWithPin, decide, leaveWords, shown, waiting, waitingWords } from './words'

const MODERATOR_EMAIL = 'moderator@example.org'

let server: TestApp
let memorialId: number
let memoryId: number
const tokens = { owner: '', moderator: '', stranger: '', unverifiedOwner: '', pinVisitor: '' }

beforeAll(async () => {
  server = await startTestApp({ MODERATOR_EMAILS: MODERATOR_EMAIL })
  tokens.owner = (await anOwner(server)).token
  tokens.moderator = (await server.signUp({ email: MODERATOR_EMAIL })).token
  tokens.stranger = (await anOwner(server)).token
  memorialId = (await aStoredMemorial(server, tokens.owner)).id
  tokens.pinVisitor = await aVisitorWithPin(
    server,
    tokens.owner,
    (await aStoredMemorial(server, tokens.owner, { public_status: 'false' })).id,
  )
  tokens.unverifiedOwner = (await server.signUp({ verified: false })).token
})
afterAll(() => server.close())
beforeEach(async () => {
  memoryId = (await waitingWords(server, memorialId)).id
})

function mend(id: number | string, change: object, token = tokens.owner) {
  return server.api({ method: 'PATCH', url: `/memories/update/${id}`, token, payload: change })
}

function remove(id: number | string, token = tokens.owner) {
  return server.api({ method: 'DELETE', url: `/memories/delete/${id}`, token })
}

const stored = async () => (await waiting(server, tokens.owner)).result.find(({ id }) => id === memoryId)

describe.each([
  ['update', 'PATCH', { description: 'Чужое' }, 200],
  ['delete', 'DELETE', undefined, 204],
  ['moderate', 'POST', { decision: 'approved' }, 200],
] as const)('%s', (call, method, payload, done) => {
  const ask = (id: number | string, token?: string) =>
    server.api({ method, url: `/memories/${call}/${id}`, ...(payload && { payload }), ...(token && { token }) })

  it.each([
    ['a guest', () => undefined, 401],
    ['a visitor with a memorial token', () => tokens.pinVisitor, 401],
    ['an unverified account', () => tokens.unverifiedOwner, 403],
    ['the owner of another page', () => tokens.stranger, 403],
  ])('is refused to %s', async (_who, token, status) => {
    const before = await stored()
    expect((await ask(memoryId, token())).statusCode).toBe(status)
    expect(await stored()).toEqual(before)
  })

  it.each([
    ['the owner of the page', () => tokens.owner],
    ['a moderator', () => tokens.moderator],
  ])('is open to %s', async (_who, token) => {
    expect((await ask(memoryId, token())).statusCode).toBe(done)
  })

  it.each([999_999, 'abc', '%00'])('knows no words %s', async (id) => {
    expect((await ask(id, tokens.owner)).statusCode).toBe(404)
  })
})

describe('update', () => {
  it('changes what it names, leaves the rest, and decides nothing', async () => {
    const response = await mend(memoryId, { description: ' Помню\u0007 всё. ' })
    expect(response.json()).toEqual({
      id: memoryId,
      memorials_id: memorialId,
      description: 'Помню всё.',
      author: 'Ольга',
      created_at: expect.any(String),
      reply: null,
      voice: null,
      photo_path: null,
      photo_width: null,
      photo_height: null,
      status: 'pending',
    })
    await mend(memoryId, { author: 'Ольга Петровна', status: 'approved', memorials_id: 1 })
    expect(await stored()).toMatchObject({
      description: 'Помню всё.',
      author: 'Ольга Петровна',
      memorials_id: memorialId,
    })
  })

  it('changes words that are shown', async () => {
    await decide(server, memoryId, 'approved', tokens.owner)
    await mend(memoryId, { description: 'Поправлено' })
    expect((await shown(server, memorialId, { limit: '100' })).result).toContainEqual(
      expect.objectContaining({ id: memoryId, description: 'Поправлено' }),
    )
  })

  it.each([
    ['no words', 'description', ' '],
    ['no name', 'author', ''],
    ['5001 characters', 'description', 'я'.repeat(5001)],
    ['a name of 101 characters', 'author', 'я'.repeat(101)],
    ['a list', 'description', ['а', 'б']],
    ['null', 'author', null],
  ])('refuses %s', async (_what, field, value) => {
    const response = await mend(memoryId, { [field]: value })
    expect(response.statusCode).toBe(422)
    expect(response.json()).toMatchObject({ detail: [{ loc: ['body', field] }] })
    expect(await stored()).toMatchObject({ description: 'Помню его уроки.', author: 'Ольга' })
  })
})

describe('delete', () => {
  it('takes words away, shown or waiting', async () => {
    const own = (await leaveWords(server, memorialId, { token: tokens.owner })).json<{ id: number }>().id
    const response = await remove(own)
    expect([response.statusCode, response.body]).toEqual([204, ''])
    expect((await shown(server, memorialId, { limit: '100' })).result.map(({ id }) => id)).not.toContain(own)

    await remove(memoryId)
    expect(await stored()).toBeUndefined()
    expect((await remove(memoryId)).statusCode).toBe(404)
  })

  it('goes with the page', async () => {
    const { token } = await anOwner(server)
    const { id } = await aStoredMemorial(server, token)
    const { id: memory } = await waitingWords(server, id)
    await server.api({ method: 'DELETE', url: `/memorial/delete/${id}/`, token })
    expect((await waiting(server, tokens.moderator)).result.map((words) => words.id)).not.toContain(memory)
    expect((await mend(memory, { author: 'Вера' }, tokens.moderator)).statusCode).toBe(404)
  })
})
