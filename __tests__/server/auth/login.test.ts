import { LOGIN_BAD_CREDENTIALS } from '@contract/errors'
import { startTestApp, type TestApp } from '@support/server-app'
import { PASSWORD, personAt } from './person'

const DAY_MS = 24 * 3600 * 1000

let server: TestApp
let boris: ReturnType<typeof personAt>

beforeAll(async () => {
  server = await startTestApp()
  boris = personAt(server, '10.2.0.1')
  await boris.register('Boris@example.org')
})
afterAll(() => server.close())

const me = (token: string) => server.api({ url: '/users/me', token })

it('gives a token that opens the account, verified or not', async () => {
  const response = await boris.login('boris@EXAMPLE.org')

  expect(response.statusCode).toBe(200)
  expect(response.json()).toEqual({ access_token: expect.any(String), token_type: 'bearer' })
  expect(response.headers['cache-control']).toBe('no-store')
  const account = await me(response.json<{ access_token: string }>().access_token)
  expect(account.json()).toMatchObject({ email: 'Boris@example.org', is_verified: false })
})

it('stores no token, only what can recognise it, for 30 days', async () => {
  const { access_token: token } = (await boris.login('boris@example.org')).json<{ access_token: string }>()
  const sessions = await server.db.selectFrom('sessions').selectAll().orderBy('created_at', 'desc').execute()

  expect(JSON.stringify(sessions.map(({ token_hash: hash }) => hash.toString('latin1')))).not.toContain(token)
  const lifetime = (sessions[0]?.expires_at.getTime() ?? 0) - Date.now()
  expect(Math.abs(lifetime - 30 * DAY_MS)).toBeLessThan(60_000)
})

it('ends a token with its 30 days', async () => {
  const token = await boris.settle('expired@example.org')
  const { user_id: userId } = await server.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'user_id')
    .select('user_id')
    .where('email', '=', 'expired@example.org')
    .executeTakeFirstOrThrow()

  await server.db
    .updateTable('sessions')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('user_id', '=', userId)
    .execute()

  expect((await me(token)).statusCode).toBe(401)
})

it.each([
  ['a wrong password', 'boris@example.org', 'Ryabina-1939'],
  ['a password in another case', 'boris@example.org', PASSWORD.toLowerCase()],
  ['an unknown account', 'nobody@example.org', PASSWORD],
])('says the same of %s', async (_what, email, password) => {
  const response = await personAt(server, '10.2.0.2').login(email, password)
  expect(response.statusCode).toBe(400)
  expect(response.json()).toEqual({ detail: LOGIN_BAD_CREDENTIALS })
})

it('does not let a closed account in', async () => {
  await boris.register('closed@example.org')
  await server.db.updateTable('users').set({ is_active: false }).where('email', '=', 'closed@example.org').execute()
  expect((await boris.login('closed@example.org')).json()).toEqual({ detail: LOGIN_BAD_CREDENTIALS })
})

it('works as long on an unknown account as on a wrong password', async () => {
  await boris.register('slow@example.org')
  const durations: Record<string, number[]> = { 'slow@example.org': [], 'unknown@example.org': [] }
  for (let attempt = 0; attempt < 9; attempt++) {
    // Alternating, so that a busy machine slows both down.
    for (const [email, times] of Object.entries(durations)) {
      const start = performance.now()
      await personAt(server, `10.2.1.${attempt}`).login(email, 'Ryabina-1939')
      times.push(performance.now() - start)
    }
  }

  // The fastest of each: other work on the machine only makes them slower.
  const [wrong = 0, unknown = 0] = Object.values(durations).map((times) => Math.min(...times))
  // Without hashing, an unknown account would take a fifth of the time.
  expect(unknown).toBeGreaterThan(wrong * 0.5)
  expect(unknown).toBeLessThan(wrong * 2)
})

it.each([
  ['a JSON body', 'application/json', JSON.stringify({ username: 'boris@example.org', password: PASSWORD })],
  ['a body of no type', undefined, ''],
  ['an empty form', 'application/x-www-form-urlencoded', ''],
])('answers 422 to %s', async (_what, type, payload) => {
  const headers = type ? { 'content-type': type } : {}
  const response = await server.api({ method: 'POST', url: '/auth/login', headers, payload })
  expect(response.statusCode).toBe(422)
  expect(response.json<{ detail: { loc: string[] }[] }>().detail.map(({ loc }) => loc.join('.'))).toEqual([
    'body.username',
    'body.password',
  ])
})

it.each([
  'username=a%00b@example.org&password=x',
  'username=a@b.ru&username=c@d.ru&password=x',
  `username=a@b.ru&password=${'x'.repeat(10_000)}`,
  'username=%ED%A0%BD@example.org&password=%00',
])('answers 422 to a hostile form', async (payload) => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }
  const response = await server.api({ method: 'POST', url: '/auth/login', headers, payload })
  expect(response.statusCode).toBe(422)
})

it('kills the token at logout, and only that one', async () => {
  const [phone, computer] = [await boris.settle('two@example.org'), await boris.settle('two@example.org')]

  const response = await server.api({ method: 'POST', url: '/auth/logout', token: phone })

  expect(response.statusCode).toBe(204)
  expect(response.body).toBe('')
  expect((await me(phone)).statusCode).toBe(401)
  expect((await server.api({ method: 'POST', url: '/auth/logout', token: phone })).statusCode).toBe(401)
  expect((await me(computer)).statusCode).toBe(200)
})
