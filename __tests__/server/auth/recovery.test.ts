import {
  RESET_PASSWORD_BAD_TOKEN,
  RESET_PASSWORD_INVALID_PASSWORD,
  RESET_PASSWORD_TOO_MANY_REQUESTS,
  USER_NOT_FOUND,
} from '@contract/errors'
import { startTestApp, type TestApp } from '@support/server-app'
import { lastTokenFor, letLinksExpire, lettersTo, NEW_PASSWORD, PASSWORD, personAt } from './person'

let server: TestApp
let computers = 0

beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const someone = () => personAt(server, `10.5.0.${++computers}`)

/** Requests a new password for a new account. Returns the token of the link. */
async function forgetful(email: string): Promise<string> {
  const person = someone()
  await person.register(email)
  await person.post('/auth/forgot-password', { email })
  return lastTokenFor(server, email)
}

const reset = (token: string, password = NEW_PASSWORD) => someone().post('/auth/reset-password', { token, password })

it('answers null, writes a letter with a link, and tells who has no account', async () => {
  await someone().register('Galina@example.org')

  const known = await someone().post('/auth/forgot-password', { email: 'GALINA@example.org' })
  const unknown = await someone().post('/auth/forgot-password', { email: 'nobody@example.org' })

  expect([known.statusCode, known.body]).toEqual([202, 'null'])
  expect([unknown.statusCode, unknown.json()]).toEqual([404, { detail: USER_NOT_FOUND }])
  const letter = (await lettersTo(server, 'Galina@example.org')).at(-1)
  expect(letter?.text).toContain(`${server.config.site.publicUrl}/reset-password/`)
})

it('sets the new password, ends every session, and writes to the owner', async () => {
  const person = someone()
  const sessions = [await person.settle('sessions@example.org'), await person.settle('sessions@example.org')]
  const token = await forgetful('sessions@example.org')

  const response = await reset(token)

  expect([response.statusCode, response.body]).toEqual([200, 'null'])
  for (const session of sessions) {
    expect((await server.api({ url: '/users/me', token: session })).statusCode).toBe(401)
  }
  expect((await person.login('sessions@example.org', PASSWORD)).statusCode).toBe(400)
  expect((await person.login('sessions@example.org', NEW_PASSWORD)).statusCode).toBe(200)
  expect((await lettersTo(server, 'sessions@example.org')).at(-1)?.subject).toBe('Пароль изменён')
})

it('lets the owner in at once after a reset, however often they tried the old password', async () => {
  const token = await forgetful('tried@example.org')
  const owner = someone()
  for (let attempt = 0; attempt < 11; attempt++) await owner.login('tried@example.org', 'Ryabina-1939')
  expect((await owner.login('tried@example.org')).statusCode).toBe(429)

  await reset(token)

  expect((await owner.login('tried@example.org', NEW_PASSWORD)).statusCode).toBe(200)
})

describe('a PIN at a reset by letter', () => {
  const PIN = '4206'

  /** An account with a PIN. Its address is confirmed before or after the PIN was set, or not at all. */
  async function withPin(email: string, confirmed: 'before' | 'after' | 'never') {
    const person = someone()
    const session = await person.settle(email)
    const link = await lastTokenFor(server, email)
    const confirm = () => server.api({ url: `/auth/verify?token=${link}` })
    if (confirmed === 'before') await confirm()
    await person.post('/users/me/set-pin', { pin_code: PIN }, session)
    if (confirmed === 'after') await confirm()
    return { person, session }
  }

  async function resetOf(email: string): Promise<boolean> {
    await someone().post('/auth/forgot-password', { email })
    await reset(await lastTokenFor(server, email))
    const { access_token: token } = (await someone().login(email, NEW_PASSWORD)).json<{ access_token: string }>()
    return (await server.api({ url: '/users/me', token })).json<{ has_pin: boolean }>().has_pin
  }

  it.each(['after', 'never'] as const)(
    'is cleared where the address was confirmed %s it was set',
    async (confirmed) => {
      const email = `pin-${confirmed}@example.org`
      await withPin(email, confirmed)

      expect(await resetOf(email)).toBe(false)

      expect((await lettersTo(server, email)).at(-1)?.text).toMatch(/PIN-код.*удалили/)
    },
  )

  it('stays where the address was confirmed before it was set', async () => {
    await withPin('pin-before@example.org', 'before')
    expect(await resetOf('pin-before@example.org')).toBe(true)
    expect((await lettersTo(server, 'pin-before@example.org')).at(-1)?.text).not.toMatch(/PIN-код/)
  })

  it('stays where it was changed since', async () => {
    const { person, session } = await withPin('pin-changed@example.org', 'after')
    await person.post('/users/me/change-pin', { current_pin_code: PIN, new_pin_code: '9510' }, session)
    expect(await resetOf('pin-changed@example.org')).toBe(true)
  })
})

it('refuses a link that is wrong, used, or older than an hour', async () => {
  const [used, old, unused] = [await forgetful('used@example.org'), await forgetful('old@example.org'), 'no-such-token']
  expect((await reset(used)).statusCode).toBe(200)
  await letLinksExpire(server)

  for (const token of [used, old, unused]) {
    const response = await reset(token, 'Another-Password-1')
    expect([response.statusCode, response.json()]).toEqual([400, { detail: RESET_PASSWORD_BAD_TOKEN }])
  }
  expect((await someone().login('used@example.org', NEW_PASSWORD)).statusCode).toBe(200)
})

it('gives a link one hour', async () => {
  await forgetful('hour@example.org')
  const { expires_at: end, created_at: start } = await server.db
    .selectFrom('email_tokens')
    .select(['expires_at', 'created_at'])
    .where('purpose', '=', 'reset')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  expect(end.getTime() - start.getTime()).toBe(3600 * 1000)
})

it('takes no link of a verification letter', async () => {
  await someone().register('verify@example.org')
  const response = await reset(await lastTokenFor(server, 'verify@example.org'))
  expect(response.json()).toEqual({ detail: RESET_PASSWORD_BAD_TOKEN })
})

it('makes earlier links worthless with the first that is used', async () => {
  const first = await forgetful('links@example.org')
  await someone().post('/auth/forgot-password', { email: 'links@example.org' })
  const second = await lastTokenFor(server, 'links@example.org')
  expect(second).not.toBe(first)

  expect((await reset(second)).statusCode).toBe(200)
  expect((await reset(first)).json()).toEqual({ detail: RESET_PASSWORD_BAD_TOKEN })
})

it('leaves the link good when the password is refused', async () => {
  const token = await forgetful('retry@example.org')

  const [weak, wellKnown] = [await reset(token, 'weak'), await reset(token, 'Password1')]

  for (const response of [weak, wellKnown]) {
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({
      detail: { code: RESET_PASSWORD_INVALID_PASSWORD, reason: expect.any(String) },
    })
  }
  expect((await reset(token)).statusCode).toBe(200)
})

it('obeys exactly one of two that use a link at once', async () => {
  const token = await forgetful('raced@example.org')
  const passwords = ['First-Password-1', 'Second-Password-2', 'Third-Password-3']

  const responses = await Promise.all(passwords.map((password) => reset(token, password)))

  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400])
  const winner = passwords[responses.findIndex(({ statusCode }) => statusCode === 200)]
  expect((await someone().login('raced@example.org', winner)).statusCode).toBe(200)
})

it('answers with the code of too many requests: three an hour for one e-mail, known or not', async () => {
  await someone().register('many@example.org')
  for (const email of ['many@example.org', 'unknown@example.org']) {
    const statuses: number[] = []
    for (let request = 0; request < 4; request++) {
      const response = await someone().post('/auth/forgot-password', { email })
      statuses.push(response.statusCode)
      if (request < 3) continue
      expect(response.json()).toEqual({ detail: RESET_PASSWORD_TOO_MANY_REQUESTS })
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(3500)
    }
    expect(statuses[3]).toBe(429)
    expect(statuses[2]).not.toBe(429)
  }
})

it('takes all spellings of a mailbox for one: each letter with a link would reach it', async () => {
  const spellings = ['kin@example.org', 'Kin+1@example.org', 'kin+2@example.org', 'kin+3@example.org']
  const statuses: number[] = []
  for (const email of spellings) statuses.push((await someone().post('/auth/forgot-password', { email })).statusCode)
  expect(statuses).toEqual([404, 404, 404, 429])
})

it('lets one address ask twenty times an hour', async () => {
  const prober = someone()
  for (let account = 0; account < 20; account++) {
    expect((await prober.post('/auth/forgot-password', { email: `probe-${account}@example.org` })).statusCode).toBe(404)
  }
  expect((await prober.post('/auth/forgot-password', { email: 'probe-20@example.org' })).statusCode).toBe(429)
})

it.each([
  ['no token', { password: NEW_PASSWORD }],
  ['a token with a NUL', { token: 'a\0b', password: NEW_PASSWORD }],
  ['a token of another type', { token: { a: 1 }, password: NEW_PASSWORD }],
  ['no password', { token: 'x' }],
  ['a password of ten thousand characters', { token: 'x', password: 'x'.repeat(10_000) }],
])('answers 422 to %s', async (_what, body) => {
  expect((await someone().post('/auth/reset-password', body)).statusCode).toBe(422)
})
