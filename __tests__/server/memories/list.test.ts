import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'
import { aVisitorWithPin, GUEST_EMAIL, shown } from './words'

let server: TestApp
let owner: string
let memorialId: number

beforeAll(async () => {
  server = await startTestApp()
  owner = (await anOwner(server)).token
})
afterAll(() => server.close())
beforeEach(async () => {
  memorialId = (await aStoredMemorial(server, owner)).id
})

/** Approved by default, each a day older than the one before. */
async function remember(...memories: { description: string; status?: 'pending' | 'rejected'; day?: number }[]) {
  const rows = memories.map(({ description, status = 'approved' as const, day }, index) => ({
    memorials_id: memorialId,
    author: 'Ольга',
    author_email: GUEST_EMAIL,
    description,
    status,
    created_at: new Date(Date.UTC(2025, 0, day ?? 100 - index)),
    decided_at: null,
  }))
  await server.db.insertInto('memories').values(rows).execute()
}

const texts = ({ result }: { result: { description: string }[] }) => result.map(({ description }) => description)

it('shows what was approved and nothing else, newest first', async () => {
  await remember({ description: 'ждёт', status: 'pending' }, { description: 'отклонено', status: 'rejected' })
  await remember(
    { description: 'старое', day: 1 },
    { description: 'новое', day: 3 },
    { description: 'среднее', day: 2 },
  )
  const page = await shown(server, memorialId)
  expect(texts(page)).toEqual(['новое', 'среднее', 'старое'])
  expect(page.total).toBe(3)
})

it('gives nobody’s e-mail, to the owner of the page neither', async () => {
  await remember({ description: 'слова' })
  const query = { memorial_id: String(memorialId) }
  for (const answer of [
    (await shown(server, memorialId)).response,
    await server.api({ url: '/memories/all', query, token: owner }),
  ]) {
    expect(answer.json()).toEqual({
      result: [
        {
          id: expect.any(Number),
          memorials_id: memorialId,
          author: 'Ольга',
          description: 'слова',
          created_at: '2025-04-10T00:00:00.000Z',
          reply: null,
          voice: null,
          photo_path: null,
          photo_width: null,
          photo_height: null,
        },
      ],
      total: 1,
    })
  }
})

it('keeps to the page that was asked for', async () => {
  await remember({ description: 'о нём' })
  memorialId = (await aStoredMemorial(server, owner)).id
  await remember({ description: 'о ней' })
  expect(texts(await shown(server, memorialId))).toEqual(['о ней'])
})

it('gives twenty at a time unless asked otherwise, without overlap where many came in one moment', async () => {
  await remember(...Array.from({ length: 25 }, (_, index) => ({ description: `№ ${index}`, day: 1 })))

  const first = await shown(server, memorialId)
  const second = await shown(server, memorialId, { offset: '20' })

  expect([first.result.length, second.result.length]).toEqual([20, 5])
  expect([first.total, second.total]).toEqual([25, 25])
  expect(new Set([...texts(first), ...texts(second)]).size).toBe(25)
  expect((await shown(server, memorialId, { limit: '100' })).result).toHaveLength(25)
  expect(texts(await shown(server, memorialId, { offset: '1', limit: '1' }))).toEqual(['№ 23'])
  expect(await shown(server, memorialId, { offset: '500' })).toMatchObject({ result: [], total: 25 })
})

it.each([
  ['a limit of 0', { limit: '0' }, 'limit'],
  ['a limit of 101', { limit: '101' }, 'limit'],
  ['a limit that is no number', { limit: 'ten' }, 'limit'],
  ['an offset below zero', { offset: '-1' }, 'offset'],
  ['a page that is no number', { memorial_id: 'abc' }, 'memorial_id'],
])('refuses %s', async (_what, query, field) => {
  const { response } = await shown(server, memorialId, query)
  expect(response.statusCode).toBe(422)
  expect(response.json()).toMatchObject({ detail: [{ loc: ['query', field] }] })
})

it('asks for a page, and knows none that is not there', async () => {
  expect((await server.api({ url: '/memories/all' })).json()).toMatchObject({
    detail: [{ loc: ['query', 'memorial_id'] }],
  })
  expect((await shown(server, 999_999)).response.statusCode).toBe(404)
})

it('shows the words on a closed page to its readers alone', async () => {
  const closed = await aStoredMemorial(server, owner, { public_status: 'false' })
  const { token: stranger } = await server.signUp()
  const visitor = await aVisitorWithPin(server, owner, closed.id)
  const statusFor = async (token?: string) =>
    (await server.api({ url: `/memories/all?memorial_id=${closed.id}`, ...(token && { token }) })).statusCode

  expect([await statusFor(), await statusFor(stranger)]).toEqual([403, 403])
  expect([await statusFor(visitor), await statusFor(owner)]).toEqual([200, 200])
})
