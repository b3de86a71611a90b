import { createMemorialTokens } from '@server/access/memorial-token'
import { aClosedPage } from '@support/access-requests'
import { startTestApp, type TestApp } from '@support/server-app'
import { aStoredMemorial } from '@support/test-memorials'

const ENDED = {
  detail: 'Эта ссылка больше не открывает страницу. Чтобы попасть на неё, можно отправить новую просьбу.',
}

let server: TestApp
let scene: Awaited<ReturnType<typeof aClosedPage>>

beforeAll(async () => {
  server = await startTestApp()
  await server.postman.stop()
})
afterAll(() => server.close())
beforeEach(async () => {
  scene = await aClosedPage(server)
})

const expire = (id: number) =>
  server.db.updateTable('access_requests').set({ expires_at: new Date() }).where('id', '=', id).execute()

it('opens a page without a PIN, as often as it is used', async () => {
  const { letIn, open, read } = scene
  const { key, memorialToken } = await letIn()
  const again = await open(key)
  expect([again.statusCode, again.headers['cache-control']]).toEqual([200, 'no-store'])
  expect(again.json()).toEqual({ access_token: expect.any(String) as string, token_type: 'bearer' })
  expect(await read()).toBe(403)
  expect(await read(memorialToken)).toBe(200)
  expect(await read(again.json<{ access_token: string }>().access_token)).toBe(200)
})

it('shows the page as to any visitor, and lets its reader leave words', async () => {
  const { letIn, page } = scene
  const { memorialToken } = await letIn()
  const seen = (await server.api({ url: `/memorial/${page.id}`, token: memorialToken })).json<object>()
  expect(seen).toMatchObject({ id: page.id, role: null })
  expect(seen).not.toHaveProperty('used_storage_bytes')
  const words = { memorials_id: page.id, description: 'Помню.', author: 'Вера', author_email: 'vera@example.org' }
  const left = await server.api({ method: 'POST', url: '/memories/create', token: memorialToken, payload: words })
  expect([left.statusCode, left.json<{ status: string }>().status]).toEqual([201, 'pending'])
})

it.each(['ended', 'over'])('opens nothing once it is %s, and neither do the tokens that it gave', async (how) => {
  const { letIn, open, read, end, list } = scene
  const other = await letIn()
  const { request, key, memorialToken } = await letIn()
  if (how === 'over') await expire(request.id)
  else expect((await end(request.id)).statusCode).toBe(204)

  expect(await read(memorialToken)).toBe(403)
  const answer = await open(key)
  expect([answer.statusCode, answer.json()]).toEqual([403, ENDED])
  expect((await list()).map(({ id }) => id)).toEqual([other.request.id])
  // Whoever else was let in stays.
  expect(await read(other.memorialToken)).toBe(200)
})

it('is nothing to a wrong key, to that of another page, or where nobody was let in', async () => {
  const { letIn, open, somebody, decide, owner } = scene
  const { key } = await letIn()
  const other = await aStoredMemorial(server, owner.token, { public_status: 'false' })
  const refused = await somebody()
  await decide(refused.id, 'rejected')
  for (const answer of [await open('never-was'), await open(key, other.id), await open(`${key}A`)]) {
    expect([answer.statusCode, answer.json()]).toEqual([403, ENDED])
  }
  expect((await open(key, 2_000_000_000)).statusCode).toBe(404)
  expect((await open('')).statusCode).toBe(422)
  expect((await open('x'.repeat(5000))).statusCode).toBe(422)
})

it('gives a token for its own page alone', async () => {
  const { letIn, owner } = scene
  const { memorialToken } = await letIn()
  const other = await aStoredMemorial(server, owner.token, { public_status: 'false' })
  expect((await server.api({ url: `/memorial/${other.id}`, token: memorialToken })).statusCode).toBe(403)
})

it('holds when the PIN is set or changed', async () => {
  const { letIn, read, owner } = scene
  const { memorialToken } = await letIn()
  await server.api({ method: 'POST', url: '/users/me/set-pin', token: owner.token, payload: { pin_code: '4806' } })
  expect(await read(memorialToken)).toBe(200)
})

it('is not needed for a public page, and does not open one that was taken down', async () => {
  const { letIn, open, read, page } = scene
  const { key, memorialToken } = await letIn()
  const change = (values: object) => server.db.updateTable('memorials').set(values).where('id', '=', page.id).execute()
  await change({ public_status: true })
  expect((await open(key)).json()).toEqual({ detail: 'Страница открыта для всех, ссылка из письма не нужна.' })
  await change({ public_status: false, closed_at: new Date(), closed_reason: 'Жалоба' })
  const answer = await open(key)
  expect([answer.statusCode, answer.json()]).toEqual([
    403,
    { detail: 'Страница сейчас закрыта, и ссылка из письма её не открывает.' },
  ])
  expect(await read(memorialToken)).toBe(403)
})

it('is sent to nobody while the page is taken down, and can be once it is open to its visitors again', async () => {
  const { somebody, decide, page } = scene
  const { id } = await somebody()
  const set = (values: object) => server.db.updateTable('memorials').set(values).where('id', '=', page.id).execute()
  const letters = async () => (await server.db.selectFrom('letters').select('id').execute()).length
  const before = await letters()

  await set({ closed_at: new Date(), closed_reason: 'Жалоба' })
  const refused = await decide(id, 'approved')
  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toMatchObject({ detail: expect.stringMatching(/^Страница сейчас закрыта/) as string })
  expect(await letters()).toBe(before)

  await set({ closed_at: null, closed_reason: null })
  expect((await decide(id, 'approved')).statusCode).toBe(200)
  expect(await letters()).toBe(before + 1)
})

it('is known to nobody who reads the database', async () => {
  const { letIn } = scene
  const { key, request } = await letIn()
  const row = await server.db
    .selectFrom('access_requests')
    .selectAll()
    .where('id', '=', request.id)
    .executeTakeFirstOrThrow()
  expect(row.key_hash).toHaveLength(32)
  expect(Object.values(row).map(String)).not.toContain(key)
  const days = (Number(row.expires_at) - Date.now()) / 86_400_000
  expect(Math.round(days)).toBe(180)
})

describe('a token that names a request', () => {
  const HOUR = 3_600_000
  let now = 0
  const memorialTokens = createMemorialTokens('a key', () => now)

  it('is good for twelve hours, for its page, and for nothing else that is signed', () => {
    now = Date.UTC(2025, 0, 1)
    const token = memorialTokens.issueTo(7, 12)
    expect(memorialTokens.requestOf(token, 7)).toBe(12)
    expect(memorialTokens.requestOf(token, 8)).toBeUndefined()
    expect(memorialTokens.opens(token, 7, null)).toBe(false)
    expect(memorialTokens.requestOf(memorialTokens.issue(7, null), 7)).toBeUndefined()
    const [, , expires, , signature] = token.split('.')
    for (const bent of [`pin.7.${expires}.13.${signature}`, `pin.7.${expires}.${signature}`]) {
      expect([memorialTokens.requestOf(bent, 7), memorialTokens.opens(bent, 7, null)]).toEqual([undefined, false])
    }
    now += 12 * HOUR - 1000
    expect(memorialTokens.requestOf(token, 7)).toBe(12)
    now += 1000
    expect(memorialTokens.requestOf(token, 7)).toBeUndefined()
  })
})
