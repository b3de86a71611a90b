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

/** From a new address unless one is given. */
function verify(page: number, pin: string, options: { from?: string; token?: string } = {}) {
  const { from = `10.14.${++visitors >> 8}.${visitors & 255}`, ...request } = options
  const payload = { pin_code: pin }
  return server.api({ method: 'POST', url: `/memorial/${page}/verify-pin`, payload, remoteAddress: from, ...request })
}

async function missThirtyTimes({ page }: Family): Promise<void> {
  const misses = await Promise.all(Array.from({ length: 30 }, (_none, index) => verify(page(index), '9999')))
  expect(misses.map(({ statusCode }) => statusCode)).toEqual(Array(30).fill(403))
}

const warningsTo = async ({ email }: Family) =>
  (await lettersTo(server, email)).filter(({ subject }) => subject.startsWith('Кто-то подбирает PIN-код'))

it('stops everyone after 30 misses on all pages of one owner together, but neither the owner nor other families', async () => {
  const [family, others] = [await aFamily(10), await aFamily(1)]
  await missThirtyTimes(family)

  for (const index of [0, 9]) {
    const refused = await verify(family.page(index), PIN)
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000)
  }
  expect((await verify(family.page(0), '9999', { token: family.token })).statusCode).toBe(200)
  expect((await verify(others.page(0), PIN)).statusCode).toBe(200)
})

it('writes to the owner at the first refusal of an hour, once a day, in words that nobody is frightened by', async () => {
  const family = await aFamily(2)
  await missThirtyTimes(family)
  expect(await warningsTo(family)).toEqual([])

  await Promise.all(Array.from({ length: 4 }, () => verify(family.page(0), PIN)))
  await verify(family.page(1), '9999')

  const [warning, ...more] = await warningsTo(family)
  expect(more).toEqual([])
  expect(warning?.text).toContain(`${server.config.site.publicUrl}/profile`)
  expect(warning?.text).not.toMatch(/!|10\.14\./)

  await server.db
    .updateTable('users')
    .set({ told_of_pin_misses_at: new Date(Date.now() - DAY_MS - 1000) })
    .where('id', '=', family.id)
    .execute()
  await verify(family.page(0), PIN)
  expect(await warningsTo(family)).toHaveLength(1)
  await moveClock().pass(server, HOUR_MS)
  await missThirtyTimes(family)
  await verify(family.page(0), PIN)
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
