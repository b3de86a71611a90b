import type { Factor, NewCodeFactor, PasskeyOptions, SignIn } from '@contract/factors'
import type { User } from '@contract/user'
import { codeFor } from '@support/factors'
import { createPasskey } from '@support/passkey'
import { startTestApp, type TestApp } from '@support/server-app'
import { lettersTo, PASSWORD, personAt } from './person'

const ORIGIN = 'https://pomnim.example'
const REFUSED = { detail: 'LOGIN_BAD_CREDENTIALS' }

let server: TestApp
let people = 0

beforeAll(async () => {
  server = await startTestApp({ PUBLIC_URL: ORIGIN })
})
afterAll(() => server.close())

type Passkey = ReturnType<typeof createPasskey>
type Lies = Parameters<Passkey['show']>[1]

async function somebody(app = server) {
  const email = `passkey-${++people}@example.org`
  const person = personAt(app, `10.41.0.${people}`)
  const token = await person.settle(email)
  const beginNew = async () => (await person.post('/users/me/factors/passkey/begin', {}, token)).json<PasskeyOptions>()
  const add = async (passkey: Passkey, lies?: Lies) => {
    const begun = await beginNew()
    const { challenge_id } = begun
    const payload = { challenge_id, name: 'Ноутбук', response: passkey.make(begun, lies) }
    return person.post('/users/me/factors/passkey/finish', payload, token)
  }
  const begin = async () => (await person.post('/auth/login/passkey/begin', {})).json<PasskeyOptions>()
  const finish = (begun: PasskeyOptions, response: object) =>
    person.post('/auth/login/passkey/finish', { challenge_id: begun.challenge_id, response })
  const signIn = async (passkey: Passkey, lies?: Lies) => {
    const begun = await begin()
    return finish(begun, passkey.show(begun, lies))
  }
  return { email, person, token, beginNew, add, begin, finish, signIn }
}

/** The same with a passkey. */
async function somebodyWithPasskey() {
  const [them, passkey] = [await somebody(), createPasskey(ORIGIN)]
  await them.add(passkey)
  return { ...them, passkey }
}

it('signs in with a passkey alone, and tells by letter that it was added', async () => {
  const { add, signIn, email } = await somebody()
  const passkey = createPasskey(ORIGIN)
  const added = await add(passkey)
  expect([added.statusCode, added.json<Factor>()]).toEqual([
    201,
    expect.objectContaining({ kind: 'passkey', name: 'Ноутбук', last_used_at: null }),
  ])
  expect((await lettersTo(server, email)).at(-1)?.text).toContain('ключ доступа')

  const { access_token: token } = (await signIn(passkey)).json<{ access_token: string }>()
  expect((await server.api({ url: '/users/me', token })).json<User>().email).toBe(email)
})

it('asks for the passkey after the password, and takes it there', async () => {
  const { email, person, passkey, begin } = await somebodyWithPasskey()
  const { ticket, kinds, access_token: token } = (await person.login(email, PASSWORD)).json<SignIn>()
  expect([token, kinds]).toEqual([null, ['passkey']])
  const begun = await begin()
  const shown = { challenge_id: begun.challenge_id, response: passkey.show(begun) }
  expect((await person.post('/auth/login/factor', { ticket, passkey: shown })).statusCode).toBe(200)
})

it('does not take the passkey of another account after the password', async () => {
  const [one, other] = [await somebodyWithPasskey(), await somebodyWithPasskey()]
  const { ticket } = (await one.person.login(one.email, PASSWORD)).json<SignIn>()
  const begun = await one.begin()
  const shown = { challenge_id: begun.challenge_id, response: other.passkey.show(begun) }
  const answer = await one.person.post('/auth/login/factor', { ticket, passkey: shown })
  expect(answer.statusCode).toBe(400)
  expect(answer.json<{ detail: { code: string } }>().detail.code).toBe('FACTOR_BAD_CODE')
})

it('tells all kinds that an account may show', async () => {
  const { email, person, token } = await somebodyWithPasskey()
  const program = (await person.post('/users/me/factors/code', { name: 'Телефон' }, token)).json<NewCodeFactor>()
  const confirmed = await person.post(
    `/users/me/factors/code/${program.id}/confirm`,
    { code: codeFor(program.secret) },
    token,
  )
  // The first factor was the passkey: recovery codes are made when they are asked for.
  expect(confirmed.json<unknown>()).toEqual({ recovery_codes: [] })
  expect((await person.login(email, PASSWORD)).json<SignIn>().kinds).toEqual(['passkey', 'code'])
})

describe('a sign-in is refused', () => {
  it.each<[string, Lies]>([
    ['to what was made on another site', { origin: 'https://pomnim.example.evil' }],
    ['to what is meant for another site', { rpId: 'evil.example' }],
    ['without a check of who holds it', { isVerified: false }],
    ['for another challenge', { challenge: 'b3RoZXI' }],
    ['to a copy whose counter fell behind', { counter: 1 }],
  ])('%s', async (_what, lies) => {
    const { signIn, passkey } = await somebodyWithPasskey()
    expect((await signIn(passkey)).statusCode).toBe(200)
    const answer = await signIn(passkey, lies)
    expect([answer.statusCode, answer.json<unknown>()]).toEqual([400, REFUSED])
  })

  it('to an answer that comes a second time', async () => {
    const { begin, finish, passkey } = await somebodyWithPasskey()
    const begun = await begin()
    const shown = passkey.show(begun)
    expect((await finish(begun, shown)).statusCode).toBe(200)
    expect((await finish(begun, shown)).statusCode).toBe(400)
  })

  it('to a passkey that nobody added, and to one that was removed', async () => {
    const { signIn, passkey, token } = await somebodyWithPasskey()
    expect((await signIn(createPasskey(ORIGIN))).statusCode).toBe(400)
    const { result } = (await server.api({ url: '/users/me/factors', token })).json<{ result: Factor[] }>()
    await server.api({ method: 'DELETE', url: `/users/me/factors/${result[0]?.id}`, token })
    expect((await signIn(passkey)).statusCode).toBe(400)
  })

  it('with the challenge of somebody who adds one', async () => {
    const { beginNew, finish, passkey } = await somebodyWithPasskey()
    const begun = await beginNew()
    expect((await finish(begun, passkey.show(begun))).statusCode).toBe(400)
  })

  it('to a blocked account', async () => {
    const { signIn, passkey, email } = await somebodyWithPasskey()
    await server.db.updateTable('users').set({ is_active: false }).where('email', '=', email).execute()
    expect((await signIn(passkey)).statusCode).toBe(400)
  })

  it.each([
    ['nothing'],
    [{}],
    [{ id: 'x', rawId: 'x', response: {} }],
    [{ id: 'x', rawId: 'x', response: { clientDataJSON: 5 } }],
  ])('to %j, and nothing fails', async (response) => {
    const { begin, finish } = await somebodyWithPasskey()
    expect([400, 422]).toContain((await finish(await begin(), response as object)).statusCode)
  })
})

describe('a passkey is not added', () => {
  it.each<[string, Lies]>([
    ['on another site', { origin: 'https://pomnim.example.evil' }],
    ['without a check of who holds it', { isVerified: false }],
    ['for another challenge', { challenge: 'b3RoZXI' }],
  ])('%s', async (_what, lies) => {
    expect((await (await somebody()).add(createPasskey(ORIGIN), lies)).statusCode).toBe(400)
  })

  it('twice', async () => {
    const { add, passkey } = await somebodyWithPasskey()
    expect((await add(passkey)).statusCode).toBe(409)
  })

  it('with the challenge of another account', async () => {
    const [one, other] = [await somebody(), await somebody()]
    const begun = await one.beginNew()
    const payload = { challenge_id: begun.challenge_id, name: 'Чужой', response: createPasskey(ORIGIN).make(begun) }
    expect((await other.person.post('/users/me/factors/passkey/finish', payload, other.token)).statusCode).toBe(400)
  })
})

it('confirms a session in place of the password', async () => {
  const { person, token, begin, passkey, beginNew } = await somebodyWithPasskey()
  await server.db
    .updateTable('sessions')
    .set({ confirmed_at: new Date(Date.now() - 11 * 60_000) })
    .execute()
  expect(await beginNew()).toMatchObject({ detail: { code: 'CONFIRMATION_NEEDED' } })
  const begun = await begin()
  const shown = { challenge_id: begun.challenge_id, response: passkey.show(begun) }
  expect((await person.post('/auth/confirm', { passkey: shown }, token)).statusCode).toBe(204)
  expect(await beginNew()).toHaveProperty('challenge_id')
})

it('is offered on no site that has an IP address for a name', async () => {
  const app = await startTestApp({ PUBLIC_URL: 'http://192.168.0.7:3000' })
  const { person, token } = await somebody(app)
  const [begun, shown] = [
    await person.post('/users/me/factors/passkey/begin', {}, token),
    await person.post('/auth/login/passkey/begin', {}),
  ]
  expect([begun.statusCode, shown.statusCode]).toEqual([409, 409])
  await app.close()
})

it('begins sixty times in a quarter of an hour from one address', async () => {
  const { person } = await somebody()
  const statuses: number[] = []
  for (let times = 0; times < 61; times++) {
    statuses.push((await person.post('/auth/login/passkey/begin', {})).statusCode)
  }
  expect(statuses).toEqual([...Array<number>(60).fill(200), 429])
})
