import { keyOfCalendar } from '@server/modules/calendars/repository'
import { startTestApp, TEST_PASSWORD, type TestApp } from '@support/server-app'
import { lastTokenFor, lettersTo, NEW_PASSWORD, PASSWORD, personAt } from '../auth/person'

const ENDED = 'Прежний адрес календаря памятных дней больше не действует.'

let server: TestApp
let computers = 0

beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const someone = () => personAt(server, `10.21.0.${++computers}`)

async function somebodyWithCalendar(email: string) {
  const { token } = await server.signUp({ email })
  return { person: someone(), token, address: await addressFor(token) }
}

async function addressFor(token: string): Promise<string> {
  return (await server.api({ url: '/users/me/calendar', token })).json<{ address: string }>().address
}

async function statusOf(address: string, remoteAddress = '10.21.1.1'): Promise<number> {
  return (await server.app.inject({ url: new URL(address).pathname, remoteAddress })).statusCode
}

async function statusesOf(times: number, address: string, remoteAddress: string): Promise<number[]> {
  const statuses: number[] = []
  for (let time = 0; time < times; time++) statuses.push(await statusOf(address, remoteAddress))
  return statuses
}

const WRONG = `http://localhost/calendars/${'k'.repeat(22)}.${'s'.repeat(43)}.ics`

describe('ends', () => {
  it('when the password is changed, and the letter about that says so', async () => {
    const { person, token, address } = await somebodyWithCalendar('changes@example.org')
    expect(await statusOf(address)).toBe(200)

    const change = { current_password: TEST_PASSWORD, new_password: NEW_PASSWORD }
    expect((await person.post('/users/me/change-password', change, token)).statusCode).toBe(204)

    expect(await statusOf(address)).toBe(404)
    expect((await lettersTo(server, 'changes@example.org')).at(-1)?.text).toContain(ENDED)
    const next = await addressFor(token)
    expect(next).not.toBe(address)
    expect(await statusOf(next)).toBe(200)
  })

  it('when the password is reset', async () => {
    const { person, address } = await somebodyWithCalendar('resets@example.org')
    await person.post('/auth/forgot-password', { email: 'resets@example.org' })
    const token = await lastTokenFor(server, 'resets@example.org')
    expect((await person.post('/auth/reset-password', { token, password: NEW_PASSWORD })).statusCode).toBe(200)

    expect(await statusOf(address)).toBe(404)
    expect((await lettersTo(server, 'resets@example.org')).at(-1)?.text).toContain(ENDED)
  })

  it('not when the change is refused, and no letter speaks of an address that was none', async () => {
    const { person, token, address } = await somebodyWithCalendar('keeps@example.org')
    await person.post('/users/me/change-password', { current_password: 'x', new_password: NEW_PASSWORD }, token)
    expect(await statusOf(address)).toBe(200)

    const other = someone()
    const change = { current_password: PASSWORD, new_password: NEW_PASSWORD }
    await other.post('/users/me/change-password', change, await other.settle('without@example.org'))
    expect((await lettersTo(server, 'without@example.org')).at(-1)?.text).not.toContain('календар')
  })
})

it('is not made for a session that a change of the password has ended meanwhile', async () => {
  const token = await someone().settle('thief@example.org')
  const { id } = (await server.api({ url: '/users/me', token })).json<{ id: number }>()
  const session = await server.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow()
  const ended = { id, sessionId: session.id + 1000 }
  expect(await keyOfCalendar(server.db, ended, 'key of a thief')).toBeUndefined()
  expect(await keyOfCalendar(server.db, { id, sessionId: session.id }, 'key of the owner')).toEqual({
    key: 'key of the owner',
    isNew: true,
  })
})

it.each([
  ['another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'empty' }],
  ['an address that is opened', { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' }],
])('is made for no request of %s, though it carries the token', async (_what, headers) => {
  const token = await someone().settle(`from-${headers['sec-fetch-site']}@example.org`)
  const { id } = (await server.api({ url: '/users/me', token })).json<{ id: number }>()
  await server.db.updateTable('users').set({ is_verified: true }).where('id', '=', id).execute()
  const own = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' }

  expect((await server.api({ url: '/users/me/calendar', token, headers })).statusCode).toBe(403)
  expect(await server.db.selectFrom('calendars').select('key').where('user_id', '=', id).execute()).toEqual([])
  expect((await server.api({ url: '/users/me/calendar', token, headers: own })).statusCode).toBe(200)
})

describe('is limited', () => {
  it('to thirty wrong ones in fifteen minutes, which lock no right one out', async () => {
    const { address } = await somebodyWithCalendar('guessed@example.org')
    const guesser = '10.21.2.1'
    const statuses = await statusesOf(31, WRONG, guesser)
    expect(statuses).toEqual([...Array<number>(30).fill(404), 429])
    expect(await statusOf(address, guesser)).toBe(200)
    expect(await statusOf(WRONG, '10.21.2.2')).toBe(404)
  })

  it('to 120 openings of one calendar in an hour, of an ended one too', async () => {
    const [one, other] = [
      await somebodyWithCalendar('polled@example.org'),
      await somebodyWithCalendar('neighbour@example.org'),
    ]
    const service = '10.21.2.3'
    expect(new Set(await statusesOf(100, one.address, service))).toEqual(new Set([200]))
    await server.api({ method: 'DELETE', url: '/users/me/calendar', token: one.token })
    const statuses = await statusesOf(21, one.address, service)
    expect(statuses).toEqual([...Array<number>(20).fill(404), 429])
    expect(await statusOf(other.address, service)).toBe(200)
  })
})
