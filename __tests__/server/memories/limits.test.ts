import { aLog } from '@support/recorded-log'
import { DatabaseAway } from '@server/db/errors'
import { moveClock, type MovedClock } from '@support/moved-clock'
import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'
import { leaveWords } from './words'

const TOO_MANY = { detail: 'Слишком много запросов. Пожалуйста, попробуйте позже.' }
const MINUTE_MS = 60_000
const A_MINUTE = 20
const AN_HOUR = 60

let server: TestApp
let memorialId: number
let closedId: number
let clock: MovedClock

beforeAll(async () => {
  server = await startTestApp({}, { log: aLog().log })
  const { token } = await anOwner(server)
  memorialId = (await aStoredMemorial(server, token)).id
  closedId = (await aStoredMemorial(server, token, { public_status: 'false' })).id
  clock = moveClock()
})
afterAll(async () => {
  jest.restoreAllMocks()
  await server.close()
})

// Of one page no more than a hundred wait.
beforeEach(() => server.db.deleteFrom('memories').execute())

/** The limit of an hour is reached after this number of minutes. */
const MINUTES_OF_HOUR = AN_HOUR / A_MINUTE
const taken = (times: number) => Array<number>(times).fill(201)
const pass = (milliseconds: number) => clock.pass(server, milliseconds)
const write = (from: string) => leaveWords(server, memorialId, { from })

async function writeTimes(times: number, from: string): Promise<number[]> {
  const answers = await Promise.all(Array.from({ length: times }, () => write(from)))
  return answers.map(({ statusCode }) => statusCode).sort()
}

describe('a page where a hundred words wait', () => {
  const TOO_MANY_WAIT =
    'У этой страницы уже много слов, которые ждут решения. Пожалуйста, вернитесь через день-другой: мы будем рады вашим словам.'
  const IDEMPOTENCY_KEY = '4c2a2a6e-53c1-4f9e-9a35-0d6c6f5d8a11'
  let owner: string
  let pageId: number

  beforeEach(async () => {
    owner = (await anOwner(server)).token
    pageId = (await aStoredMemorial(server, owner)).id
    const waiting = { memorials_id: pageId, description: 'Помним.', author: 'Гость', status: 'pending' as const }
    await server.db
      .insertInto('memories')
      .values(Array.from({ length: 99 }, (_none, nth) => ({ ...waiting, author_email: `g${nth}@example.org` })))
      .execute()
  })

  it('takes no more, says so kindly, and takes words again when one was decided on', async () => {
    const last = await leaveWords(server, pageId)
    expect(last.statusCode).toBe(201)
    const refused = await leaveWords(server, pageId)
    expect([refused.statusCode, refused.json()]).toEqual([429, { detail: TOO_MANY_WAIT }])
    const { id } = last.json<{ id: number }>()
    await server.api({
      method: 'POST',
      url: `/memories/moderate/${id}`,
      token: owner,
      payload: { decision: 'approved' },
    })
    expect((await leaveWords(server, pageId)).statusCode).toBe(201)
  })

  it('takes those of its keepers, answers what was sent again, and keeps nothing of what it refused', async () => {
    const sent = { author_email: 'once@example.org', idempotency_key: IDEMPOTENCY_KEY }
    const first = await leaveWords(server, pageId, sent)
    await leaveWords(server, pageId)
    const again = await leaveWords(server, pageId, sent)
    expect([again.statusCode, again.json<{ id: number }>().id]).toEqual([201, first.json<{ id: number }>().id])
    expect((await leaveWords(server, pageId, { token: owner })).statusCode).toBe(201)
    const rows = await server.db.selectFrom('memories').select('id').where('memorials_id', '=', pageId).execute()
    expect(rows).toHaveLength(101)
  })
})

it('takes twenty memories a minute from one address, and says when to come back', async () => {
  expect(await writeTimes(A_MINUTE + 2, '192.0.2.1')).toEqual([...taken(A_MINUTE), 429, 429])

  const refusal = await write('192.0.2.1')
  expect([refusal.statusCode, refusal.json()]).toEqual([429, TOO_MANY])
  expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(30)
  expect(Number(refusal.headers['retry-after'])).toBeLessThanOrEqual(60)
  expect((await write('192.0.2.2')).statusCode).toBe(201)

  await pass(MINUTE_MS)
  expect((await write('192.0.2.1')).statusCode).toBe(201)
})

it('takes sixty an hour from one address', async () => {
  for (let minute = 0; minute < MINUTES_OF_HOUR; minute++) {
    expect(await writeTimes(A_MINUTE, '192.0.2.3')).toEqual(taken(A_MINUTE))
    await pass(MINUTE_MS)
  }

  const refusal = await write('192.0.2.3')
  expect([refusal.statusCode, refusal.json()]).toEqual([429, TOO_MANY])
  expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(53 * 60)
  expect(Number(refusal.headers['retry-after'])).toBeLessThanOrEqual(57 * 60)

  await pass(57 * MINUTE_MS)
  expect((await write('192.0.2.3')).statusCode).toBe(201)
})

it('counts towards the minute nothing that the hour refused', async () => {
  const from = '192.0.2.6'
  for (let minute = 0; minute < MINUTES_OF_HOUR; minute++) {
    await writeTimes(A_MINUTE, from)
    await pass(MINUTE_MS)
  }
  await pass(56.5 * MINUTE_MS)
  expect(await writeTimes(A_MINUTE, from)).toEqual(Array(A_MINUTE).fill(429))
  await pass(MINUTE_MS / 2)
  expect(await writeTimes(A_MINUTE, from)).toEqual(taken(A_MINUTE))
})

it('takes the addresses of one IPv6 network for one', async () => {
  for (let host = 1; host <= A_MINUTE; host++) expect((await write(`2001:db8:1:2::${host}`)).statusCode).toBe(201)
  expect((await write('2001:db8:1:2:ffff::1')).statusCode).toBe(429)
  expect((await write('2001:db8:1:3::1')).statusCode).toBe(201)
})

it('counts nothing that it refused', async () => {
  const from = '192.0.2.4'
  for (let time = 0; time < 6; time++) {
    expect((await leaveWords(server, memorialId, { from, author_email: 'olga' })).statusCode).toBe(422)
    expect((await leaveWords(server, memorialId, { from, description: '' })).statusCode).toBe(422)
    expect((await leaveWords(server, closedId, { from })).statusCode).toBe(403)
    expect((await leaveWords(server, 999_999, { from })).statusCode).toBe(404)
  }
  expect(await writeTimes(A_MINUTE, from)).toEqual(taken(A_MINUTE))
})

it('counts nothing while the database is away', async () => {
  const from = '192.0.2.7'
  const outage = jest.spyOn(server.db, 'transaction').mockImplementation(() => {
    throw new DatabaseAway(new Error('gone'))
  })
  // One after another: with Redis each is counted until its failure is known.
  for (let time = 0; time <= A_MINUTE; time++) expect((await write(from)).statusCode).toBe(503)
  outage.mockRestore()
  expect(await writeTimes(A_MINUTE, from)).toEqual(taken(A_MINUTE))
})

it('counts towards the hour nothing that the minute refused', async () => {
  const from = '192.0.2.5'
  for (let minute = 0; minute < MINUTES_OF_HOUR; minute++) {
    expect(await writeTimes(A_MINUTE + 3, from)).toEqual([...taken(A_MINUTE), 429, 429, 429])
    await pass(MINUTE_MS)
  }
})
