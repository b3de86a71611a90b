import argon2 from '@node-rs/argon2'
import { LOGIN_BAD_CREDENTIALS } from '@contract/errors'
import { startTestApp, type TestApp } from '@support/server-app'
import { makeHashesReal } from '@support/worker/cheap-hashes'
import { PASSWORD, personAt } from './person'

const verify = jest.spyOn(argon2, 'verify')
beforeAll(makeHashesReal)

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

// How long it takes is compared by `timed/in-proportion`.
it('hashes what was typed once at the same cost, whether the account is known or not', async () => {
  await boris.register('slow@example.org')
  for (const email of ['slow@example.org', 'unknown@example.org']) {
    verify.mockClear()
    await personAt(server, '10.2.1.1').login(email, 'Ryabina-1939')
    expect(verify.mock.calls).toEqual([[expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/), 'Ryabina-1939']])
  }
})

it('hashes a password again that was hashed at a former cost', async () => {
  const email = 'former@example.org'
  await boris.register(email)
  const hashOf = () =>
    server.db.selectFrom('users').select('password_hash').where('email', '=', email).executeTakeFirst()
  const former = await argon2.hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 })
  await server.db.updateTable('users').set({ password_hash: former }).where('email', '=', email).execute()

  expect((await boris.login(email, 'Ryabina-1939')).statusCode).toBe(400)
  expect(await hashOf()).toEqual({ password_hash: former })
  expect((await boris.login(email)).statusCode).toBe(200)
  const now = await hashOf()
  expect(now).toEqual({ password_hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/) })
  expect((await boris.login(email)).statusCode).toBe(200)
  expect(await hashOf()).toEqual(now)
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
