import { moveClock } from '@support/moved-clock'
import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'
import { lettersTo } from '../auth/person'

const PIN = '0451'
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let server: TestApp
let visitors = 0

beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())
afterEach(() => jest.restoreAllMocks())

/** An owner with a PIN, and this number of closed pages. */
async function aFamily(pages: number) {
  const { user, token } = await anOwner(server)
  await server.api({ method: 'POST', url: '/users/me/set-pin', token, payload: { pin_code: PIN } })
  const ids: number[] = []
  for (let page = 0; page < pages; page++) {
    ids.push((await aStoredMemorial(server, token, { public_status: 'false' })).id)
  }
  return { ...user, token, page: (index: number) => ids[index % pages] ?? 0 }
}
type Family = Awaited<ReturnType<typeof aFamily>>

/** From an address in a network of its own unless one is given. */
function verify(page: number, pin: string, options: { from?: string; token?: string } = {}) {
  const { from = `10.${++visitors >> 8}.${visitors & 255}.7`, ...request } = options
  const payload = { pin_code: pin }
  return server.api({ method: 'POST', url: `/memorial/${page}/verify-pin`, payload, remoteAddress: from, ...request })
}

/** Misses at one page, each from where `from` says. */
async function miss(page: number, times: number, from?: (nth: number) => string): Promise<void> {
  const misses = await Promise.all(
    Array.from({ length: times }, (_none, nth) => verify(page, '9999', from && { from: from(nth) })),
  )
  expect(misses.map(({ statusCode }) => statusCode)).toEqual(Array(times).fill(403))
}

const warningsTo = async ({ email }: Family) =>
  (await lettersTo(server, email)).filter(({ subject }) => subject.startsWith('Кто-то подбирает PIN-код'))

it.each([
  ['/24 network', (nth: number) => `192.0.2.${nth + 1}`],
  ['IPv6 /48', (nth: number) => `2001:db8:7:${nth + 1}::1`],
])('stops a whole %s after 30 misses at a page, and nobody else', async (_what, from) => {
  const family = await aFamily(2)
  await miss(family.page(0), 30, from)
  const refused = await verify(family.page(0), PIN, { from: from(200) })
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000)
  expect((await verify(family.page(0), PIN)).statusCode).toBe(200)
  expect((await verify(family.page(0), '9999', { token: family.token, from: from(201) })).statusCode).toBe(200)
})

it('tells nobody by its limit that two pages have one owner', async () => {
  const family = await aFamily(2)
  await miss(family.page(0), 60)
  expect((await verify(family.page(0), PIN)).statusCode).toBe(429)
  expect((await verify(family.page(1), PIN)).statusCode).toBe(200)
})

it('stops everyone but the owner after 60 misses of a day at a page, for twice as long each time', async () => {
  const family = await aFamily(1)
  const clock = moveClock()
  for (const days of [1, 2, 4]) {
    await miss(family.page(0), 60)
    const refused = await verify(family.page(0), PIN)
    expect(refused.statusCode).toBe(429)
    await clock.pass(server, days * DAY_MS - HOUR_MS)
    expect((await verify(family.page(0), PIN)).statusCode).toBe(429)
    expect((await verify(family.page(0), '9999', { token: family.token })).statusCode).toBe(200)
    await clock.pass(server, HOUR_MS + 1000)
    expect((await verify(family.page(0), PIN)).statusCode).toBe(200)
    await clock.pass(server, DAY_MS)
  }
})

it('writes to the owner when a page is guessed at, once a day, in words that nobody is frightened by', async () => {
  const family = await aFamily(2)
  await miss(family.page(0), 60)
  expect(await warningsTo(family)).toEqual([])

  await Promise.all(Array.from({ length: 4 }, () => verify(family.page(0), PIN)))
  const [warning, ...more] = await warningsTo(family)
  expect(more).toEqual([])
  expect(warning?.text).toContain(`${server.config.site.publicUrl}/profile`)
  expect(warning?.text).not.toMatch(/!|10\.0\./)

  await server.db
    .updateTable('users')
    .set({ told_of_pin_misses_at: new Date(Date.now() - DAY_MS - 1000) })
    .where('id', '=', family.id)
    .execute()
  await verify(family.page(0), PIN)
  expect(await warningsTo(family)).toHaveLength(1)
  const neighbour = (nth: number) => `198.51.100.${nth + 1}`
  await miss(family.page(1), 30, neighbour)
  await verify(family.page(1), PIN, { from: neighbour(100) })
  expect(await warningsTo(family)).toHaveLength(2)
})

it('writes nothing for one visitor who has forgotten the PIN', async () => {
  const family = await aFamily(1)
  for (let miss = 0; miss < 7; miss++) await verify(family.page(0), '9999', { from: '192.0.2.33' })
  expect(await warningsTo(family)).toEqual([])
})

it('counts the misses from one address over the pages of all', async () => {
  const families = [await aFamily(2), await aFamily(2)]
  const from = '192.0.2.34'
  const statuses: number[] = []
  for (let miss = 0; miss < 6; miss++) {
    statuses.push((await verify(families[miss % 2]?.page(miss) ?? 0, '9999', { from })).statusCode)
  }
  expect(statuses).toEqual([403, 403, 403, 403, 403, 429])
})

it('gives back to a visitor who enters the PIN no more than that attempt', async () => {
  const [family, from] = [await aFamily(1), '192.0.2.35']
  for (let miss = 0; miss < 4; miss++) await verify(family.page(0), '9999', { from })
  expect((await verify(family.page(0), PIN, { from })).statusCode).toBe(200)
  expect((await verify(family.page(0), '9999', { from })).statusCode).toBe(403)
  expect((await verify(family.page(0), PIN, { from })).statusCode).toBe(429)
})
