import * as hashing from '@server/lib/password'
import { startTestApp, type TestApp } from '@support/server-app'
import { lettersTo, PASSWORD, personAt } from './person'

const HOUR = 3600
const DAY = 24 * HOUR

let server: TestApp

beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())
afterEach(() => jest.restoreAllMocks())

const accounts = async (pattern: string) =>
  (await server.db.selectFrom('users').select('id').where('email_key', 'like', pattern).execute()).length

/** The e-mails, with a number in place of `#`. */
const numbered = (email: string, count: number) =>
  Array.from({ length: count }, (_none, index) => email.replace('#', String(index)))

it('takes twenty registrations an hour from one address, and does no work for more', async () => {
  const hashed = jest.spyOn(hashing, 'hashPassword')
  const crowd = personAt(server, '10.11.0.1')

  const answers = await Promise.all(numbered('crowd-#@example.org', 25).map((email) => crowd.register(email)))

  const statuses = answers.map(({ statusCode }) => statusCode).sort()
  expect(statuses).toEqual([...Array(20).fill(201), ...Array(5).fill(429)])
  expect([await accounts('crowd-%'), hashed.mock.calls.length]).toEqual([20, 20])
  const refused = answers.find(({ statusCode }) => statusCode === 429)
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(HOUR - 60)
  expect(Number(refused?.headers['retry-after'])).toBeLessThanOrEqual(HOUR)
  expect(refused?.json<{ detail: string }>().detail).toMatch(/Слишком много регистраций/)
  expect((await personAt(server, '10.11.0.2').register('elsewhere@example.org')).statusCode).toBe(201)
})

it('takes the addresses of one IPv6 network for one', async () => {
  for (const [host, email] of numbered('v6-#@example.org', 20).entries()) {
    expect((await personAt(server, `2001:db8:7:7::${host + 1}`).register(email)).statusCode).toBe(201)
  }
  expect((await personAt(server, '2001:db8:7:7:1::1').register('v6@example.org')).statusCode).toBe(429)
})

it('takes forty registrations an hour from a whole /48, and others from another one', async () => {
  const statuses: number[] = []
  for (const [nth, email] of numbered('v48-#@example.org', 45).entries()) {
    statuses.push((await personAt(server, `2001:db8:48:${(nth * 256).toString(16)}::1`).register(email)).statusCode)
  }
  expect(statuses.filter((status) => status === 201)).toHaveLength(40)
  expect(new Set(statuses.slice(40))).toEqual(new Set([429]))
  expect((await personAt(server, '2001:db8:49::1').register('v49@example.org')).statusCode).toBe(201)
})

it('counts what was refused for its password, and nothing that was no registration at all', async () => {
  const clumsy = personAt(server, '10.11.0.3')
  for (const email of numbered('clumsy-#', 30)) expect((await clumsy.register(email)).statusCode).toBe(422)
  for (const email of numbered('weak-#@example.org', 20)) {
    expect((await clumsy.register(email, 'weak')).statusCode).toBe(400)
  }
  expect((await clumsy.register('at-last@example.org')).statusCode).toBe(429)
})

it('takes five registrations a day for one mailbox, however it is spelled and from wherever, and writes no more', async () => {
  const spellings = [
    'flood@example.org',
    'Flood@Example.org',
    'flood+1@example.org',
    'FLOOD+a+b@example.org',
    'flood+@example.org',
  ]
  const from = (number: number) => personAt(server, `10.11.1.${number}`)
  for (const [index, email] of spellings.entries()) {
    expect([201, 400]).toContain((await from(index).register(email)).statusCode)
  }
  const hashed = jest.spyOn(hashing, 'hashPassword')

  const refused = await from(5).register('flood+2@example.org')

  expect([refused.statusCode, hashed.mock.calls]).toEqual([429, []])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(DAY - HOUR)
  expect(await lettersTo(server, 'flood+2@example.org')).toEqual([])
  expect((await from(6).register('flo+od@example.org')).statusCode).toBe(201)
  expect((await from(7).register('flood@example.net')).statusCode).toBe(201)
})

it('counts a registration for no mailbox that its address was refused anyway', async () => {
  const crowd = personAt(server, '10.11.0.4')
  for (const email of numbered('many-#@example.org', 20))
    await crowd.post('/auth/register', { email, password: PASSWORD })
  for (let attempt = 0; attempt < 6; attempt++) await crowd.register('spared@example.org')
  expect((await personAt(server, '10.11.0.5').register('spared@example.org')).statusCode).toBe(201)
})
