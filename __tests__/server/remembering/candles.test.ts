import { sql } from 'kysely'
import { moscowDay } from '@contract/days'
import type { Memorial } from '@contract/memorial'
import type { CandleCounts } from '@contract/remembering'
import { aClosedPage, aNewAddress } from '@support/access-requests'
import { doTheJobs } from '@support/jobs'
import { type MovedClock, moveClock } from '@support/moved-clock'
import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'
import { destroyOverdue } from '@support/trash'
import { until } from '@support/until'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const DAY_MS = 24 * 3_600_000

let server: TestApp
let clock: MovedClock
let page: Memorial

beforeAll(async () => {
  server = await startTestApp()
  clock = moveClock()
})
afterAll(async () => {
  jest.restoreAllMocks()
  await server.close()
})
beforeEach(async () => {
  const { token } = await anOwner(server)
  page = await aStoredMemorial(server, token, { public_status: 'true' })
})

const light = (remoteAddress = aNewAddress(), id = page.id, token?: string) =>
  server.api({ method: 'POST', url: `/memorial/${id}/candle`, remoteAddress, ...(token && { token }) })
const lit = async (...args: Parameters<typeof light>) => (await light(...args)).json<CandleCounts>()
const read = async () => (await server.api({ url: `/memorial/${page.id}` })).json<Memorial>()
const counted = async (id = page.id, token?: string) =>
  (await server.api({ url: `/memorial/${id}/candles`, ...(token && { token }) })).json<CandleCounts>()
/** Of the database, where candles arrive within a second. */
const stored = (ids = [page.id]) =>
  server.db.selectFrom('candles').selectAll().where('memorial_id', 'in', ids).execute()

it('is lit without an account, and everybody may ask how many were', async () => {
  expect(await lit()).toEqual({ lit_today: 1, lit_in_all: 1 })
  expect(await lit()).toEqual({ lit_today: 2, lit_in_all: 2 })
  expect(await counted()).toEqual({ lit_today: 2, lit_in_all: 2 })
})

it('leaves the page as it was kept for guests, and counts for whoever reads it from then on', async () => {
  const { token } = await anOwner(server)
  expect((await read()).candles).toBe(0)
  await lit()
  await until(async () => (await stored()).length === 1)
  expect((await read()).candles).toBe(0)
  expect(await counted()).toEqual({ lit_today: 1, lit_in_all: 1 })
  const readAsOther = await server.api({ url: `/memorial/${page.id}`, token })
  expect(readAsOther.json<Memorial>().candles).toBe(1)
})

it('burns at the page until midnight in Moscow, and on each anniversary of the death', async () => {
  const { token } = await anOwner(server)
  const whole = async () => (await server.api({ url: `/memorial/${page.id}`, token })).json<Memorial>()
  expect((await whole()).candle_day).toBeNull()
  await lit()
  expect(await whole()).toMatchObject({ candles: 1, candle_day: moscowDay(Date.now()) })
  await clock.pass(server, DAY_MS)
  expect((await whole()).candle_day).toBeNull()

  const today = moscowDay(Date.now())
  const died = (death_date: string, death_precision = 'day') =>
    server.db
      .updateTable('memorials')
      .set({ death_date, death_precision } as object)
      .where('id', '=', page.id)
      .execute()
  await died(`1990${today.slice(4)}`)
  expect((await whole()).candle_day).toBe(today)
  await died(`1990${today.slice(4)}`, 'month')
  expect((await whole()).candle_day).toBeNull()
})

it('counts beside those that were lit before they had a table of their own', async () => {
  await sql`update memorials set candles = 40 where id = ${page.id}`.execute(server.db)
  expect(await counted()).toEqual({ lit_today: 0, lit_in_all: 40 })
  expect(await lit()).toEqual({ lit_today: 1, lit_in_all: 41 })
  await until(async () => (await stored()).length === 1)
  expect((await read()).candles).toBe(41)
})

it('is lit by a form too, which comes back to the page', async () => {
  const form = { method: 'POST', url: `/memorial/${page.id}/candle`, headers: FORM, payload: '' } as const
  const answer = await server.api({ ...form, remoteAddress: aNewAddress() })
  expect(answer).toMatchObject({ statusCode: 303, headers: { location: `/memorials/${page.id}#candle-burns` } })
  expect((await read()).candles).toBe(1)
})

it('counts once a day from an address, and once from all addresses of a household', async () => {
  const address = aNewAddress()
  await lit(address)
  expect(await lit(address)).toEqual({ lit_today: 1, lit_in_all: 1 })
  await lit('2001:db8:1:2::1')
  expect(await lit('2001:db8:1:2:ffff::9')).toEqual({ lit_today: 2, lit_in_all: 2 })
})

it('may be lit from the same address at another page, and again on the next day', async () => {
  const address = aNewAddress()
  const { token } = await anOwner(server)
  const other = await aStoredMemorial(server, token, { public_status: 'true' })
  await lit(address)
  expect(await lit(address, other.id)).toEqual({ lit_today: 1, lit_in_all: 1 })
  await clock.pass(server, DAY_MS)
  expect(await lit(address)).toEqual({ lit_today: 1, lit_in_all: 2 })
})

it('counts a light once when one address lights many at the same moment', async () => {
  const address = aNewAddress()
  const answers = await Promise.all(Array.from({ length: 5 }, () => lit(address)))
  expect(answers).toEqual(new Array(5).fill({ lit_today: 1, lit_in_all: 1 }))
  await Promise.all(Array.from({ length: 5 }, () => lit()))
  expect(await counted()).toEqual({ lit_today: 6, lit_in_all: 6 })
})

it('is lit at a closed page by whoever may read it, and by nobody else', async () => {
  const { page: closed, owner, letIn } = await aClosedPage(server)
  const { memorialToken } = await letIn()
  expect((await light(aNewAddress(), closed.id)).statusCode).toBe(403)
  expect((await light(aNewAddress(), closed.id, owner.token)).statusCode).toBe(200)
  expect(await lit(aNewAddress(), closed.id, memorialToken)).toEqual({ lit_today: 2, lit_in_all: 2 })
  expect(await counted(closed.id, memorialToken)).toEqual({ lit_today: 2, lit_in_all: 2 })
  expect((await light(aNewAddress(), 2_000_000_000)).statusCode).toBe(404)
})

it('leaves no address behind, only hashes that differ from page to page, and those until the day is over', async () => {
  const address = '203.0.113.77'
  const { token } = await anOwner(server)
  const other = await aStoredMemorial(server, token, { public_status: 'true' })
  await lit(address)
  await lit(address, other.id)
  const rows = () => stored([page.id, other.id])
  await until(async () => (await rows()).length === 2)
  const hashes = (await rows()).map(({ address_hash }) => Buffer.from(address_hash).toString('hex'))
  expect(new Set(hashes).size).toBe(2)
  for (const hash of hashes) expect(hash).toHaveLength(64)
  expect(JSON.stringify(await rows())).not.toContain('203.0.113')
  await doTheJobs(server)
  expect(await rows()).toHaveLength(2)
  await clock.pass(server, DAY_MS)
  await doTheJobs(server)
  expect(await rows()).toEqual([])
  expect(await counted()).toEqual({ lit_today: 0, lit_in_all: 1 })
})

it('is refused after 300 in an hour from one address', async () => {
  const address = aNewAddress()
  for (let count = 0; count < 300; count++) await light(address)
  const refused = await light(address)
  expect(refused.statusCode).toBe(429)
  expect(refused.json()).toEqual({
    detail: 'Сейчас зажжено уже много свечей. Попробуйте, пожалуйста, через час.',
  })
})

it('goes with its page', async () => {
  const { token, user } = await anOwner(server)
  const mine = await aStoredMemorial(server, token, { public_status: 'true' })
  expect(mine.user_id).toBe(user.id)
  await lit(aNewAddress(), mine.id)
  await until(async () => (await stored([mine.id])).length === 1)
  await lit(aNewAddress(), mine.id)
  await server.api({ method: 'DELETE', url: `/memorial/delete/${mine.id}/`, token })
  // Written in the same second as the one that waited for the page that is gone.
  await lit()
  await until(async () => (await stored()).length === 1)
  await destroyOverdue(server)
  expect(await stored([mine.id])).toEqual([])
})
