import type { User } from '@contract/user'
import { aLog } from '@support/recorded-log'
import { DatabaseAway } from '@server/db/errors'
import { moveClock, type MovedClock } from '@support/moved-clock'
import { startTestApp, type TestApp } from '@support/server-app'

const UNKNOWN_OR_USED = { detail: 'Промокод не найден или уже использован' }
const HOUR_SECONDS = 3600

let server: TestApp
let clock: MovedClock

beforeAll(async () => {
  server = await startTestApp({ CATALOGUE_DIR: 'config/demo/catalogue' }, { log: aLog().log })
  clock = moveClock()
})
afterAll(async () => {
  jest.restoreAllMocks()
  await server.close()
})

const apply = (code: unknown, token?: string) =>
  server.api({ method: 'POST', url: '/promo-codes/apply', payload: { code }, ...(token && { token }) })

const credits = async (token: string) => {
  const { max_memorials, advanced_memorials_left, bonus_gb_left } = (
    await server.api({ url: '/users/me', token })
  ).json<User>()
  return { max_memorials, advanced_memorials_left, bonus_gb_left }
}

const NEW_ACCOUNT = { max_memorials: 5, advanced_memorials_left: 0, bonus_gb_left: 0 }

it.each([
  ['POMNIM-ADVANCED', 'Продвинутый мемориал', { advanced_memorials_left: 1 }],
  ['POMNIM-STORAGE', 'Дополнительное место', { bonus_gb_left: 1 }],
  ['POMNIM-PLACE', 'Базовый мемориал', { max_memorials: 6 }],
])('gives for %s what %s holds', async (code, title, given) => {
  const { token } = await server.signUp()
  const response = await apply(code, token)
  expect([response.statusCode, response.json()]).toEqual([200, { tariff_title: title }])
  expect(await credits(token)).toEqual({ ...NEW_ACCOUNT, ...given })
})

it('takes a code as people type it', async () => {
  const { token } = await server.signUp()
  expect((await apply(' pomnim-advanced ', token)).statusCode).toBe(200)
  expect((await apply('POMNIM-Advanced', token)).statusCode).toBe(400)
  expect(await credits(token)).toMatchObject({ advanced_memorials_left: 1 })
})

it('gives once to an account, each code by itself, and to another account too', async () => {
  const [{ token }, { token: another }] = [await server.signUp(), await server.signUp()]
  await apply('POMNIM-PLACE', token)

  const again = await apply('POMNIM-PLACE', token)

  expect([again.statusCode, again.json()]).toEqual([400, UNKNOWN_OR_USED])
  expect(await credits(token)).toEqual({ ...NEW_ACCOUNT, max_memorials: 6 })
  expect((await apply('POMNIM-STORAGE', token)).statusCode).toBe(200)
  expect((await apply('POMNIM-PLACE', another)).statusCode).toBe(200)
})

it('gives once for two uses at once', async () => {
  const { token } = await server.signUp()
  const answers = await Promise.all(Array.from({ length: 5 }, () => apply('POMNIM-ADVANCED', token)))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400, 400, 400])
  expect(await credits(token)).toMatchObject({ advanced_memorials_left: 1 })
})

it('gives nothing for a code that nobody gave out', async () => {
  const { token } = await server.signUp()
  for (const code of ['POMNIM', 'POMNIM-ADVANCED2', '%', '2']) {
    const response = await apply(code, token)
    expect([response.statusCode, response.json()]).toEqual([400, UNKNOWN_OR_USED])
  }
  expect(await credits(token)).toEqual(NEW_ACCOUNT)
})

it.each(['', '   ', undefined, null, 7, ['POMNIM-PLACE'], 'Я'.repeat(65)])('takes %p for no code', async (code) => {
  const { token } = await server.signUp()
  const response = await apply(code, token)
  expect(response.statusCode).toBe(422)
  expect(response.json()).toMatchObject({ detail: [{ loc: ['body', 'code'] }] })
})

it('stops an account after ten failures within an hour, the right code too, and no other account', async () => {
  const [{ token }, { token: another }] = [await server.signUp(), await server.signUp()]

  // All at once: if attempts were counted after the look-up, all of them would get through.
  const guesses = await Promise.all(Array.from({ length: 13 }, (_, guess) => apply(`GUESS-${guess}`, token)))

  expect(guesses.map(({ statusCode }) => statusCode).sort()).toEqual([...Array(10).fill(400), ...Array(3).fill(429)])
  const refusal = await apply('POMNIM-PLACE', token)
  expect(refusal.statusCode).toBe(429)
  expect(refusal.json<{ detail: string }>().detail).toMatch(/Попробуйте позже/)
  expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(HOUR_SECONDS - 60)
  expect(Number(refusal.headers['retry-after'])).toBeLessThanOrEqual(HOUR_SECONDS)
  expect(await credits(token)).toEqual(NEW_ACCOUNT)
  expect((await apply('POMNIM-PLACE', another)).statusCode).toBe(200)

  await clock.pass(server, HOUR_SECONDS * 1000)
  expect((await apply('POMNIM-PLACE', token)).statusCode).toBe(200)
})

it('counts nothing while the database is away', async () => {
  const { token } = await server.signUp()
  const outage = jest.spyOn(server.db, 'transaction').mockImplementation(() => {
    throw new DatabaseAway(new Error('gone'))
  })
  for (let time = 0; time < 11; time++) expect((await apply('POMNIM-PLACE', token)).statusCode).toBe(503)
  outage.mockRestore()
  expect((await apply('POMNIM-PLACE', token)).statusCode).toBe(200)
})

it('counts no successes', async () => {
  const { token } = await server.signUp()
  for (let guess = 0; guess < 7; guess++) await apply(`GUESS-${guess}`, token)
  for (const code of ['POMNIM-PLACE', 'POMNIM-STORAGE', 'POMNIM-ADVANCED']) {
    expect((await apply(code, token)).statusCode).toBe(200)
  }
  for (let guess = 0; guess < 3; guess++) expect((await apply('GUESS', token)).statusCode).toBe(400)
  expect((await apply('GUESS', token)).statusCode).toBe(429)
})

it('asks who is there, and for a verified e-mail', async () => {
  const { token } = await server.signUp({ verified: false })
  expect((await apply('POMNIM-PLACE')).statusCode).toBe(401)
  expect((await apply('POMNIM-PLACE', token)).statusCode).toBe(403)
  expect(await credits(token)).toEqual(NEW_ACCOUNT)
})
