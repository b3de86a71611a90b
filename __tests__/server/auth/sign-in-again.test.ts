import type { AccessToken } from '@contract/auth'
import type { PasskeyOptions, SignIn } from '@contract/factors'
import { codeFor } from '@support/factors'
import { createPasskey } from '@support/passkey'
import { startTestApp, type TestApp } from '@support/server-app'
import { PASSWORD, personAt } from './person'

const ORIGIN = 'https://pomnim.example'
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

let server: TestApp
let people = 0

beforeAll(async () => {
  server = await startTestApp({ PUBLIC_URL: ORIGIN })
})
afterAll(() => server.close())

async function somebody() {
  const email = `again-${++people}@example.org`
  const remoteAddress = `10.60.0.${people}`
  const person = personAt(server, remoteAddress)
  const token = await person.settle(email)
  /** Signs in in a browser that holds this token. */
  const signInWith = (held: string | undefined, password = PASSWORD) =>
    server.api({
      method: 'POST',
      url: '/auth/login',
      headers: FORM,
      payload: new URLSearchParams({ username: email, password }).toString(),
      remoteAddress,
      ...(held !== undefined && { token: held }),
    })
  return { email, person, token, signInWith }
}

const isIn = async (token: string) => (await server.api({ url: '/users/me', token })).statusCode === 200

it('ends the session that the browser had of the same account, and none elsewhere', async () => {
  const { token, person, email, signInWith } = await somebody()
  const { access_token: phone } = (await person.login(email)).json<AccessToken>()

  const answer = await signInWith(token)

  expect([answer.statusCode, answer.json()]).toEqual([
    200,
    { access_token: expect.any(String) as string, token_type: 'bearer' },
  ])
  const { access_token: fresh } = answer.json<AccessToken>()
  expect([await isIn(token), await isIn(phone), await isIn(fresh)]).toEqual([false, true, true])
})

it('ends nothing when the password is wrong, when the token is another account’s, and when none or a dead one comes', async () => {
  const [one, other] = [await somebody(), await somebody()]
  expect((await one.signInWith(one.token, 'Ryabina-1939')).statusCode).toBe(400)
  for (const held of [other.token, undefined, 'no-such-token']) {
    expect((await one.signInWith(held)).statusCode).toBe(200)
  }
  expect([await isIn(one.token), await isIn(other.token)]).toEqual([true, true])
})

it('ends it once the second step is done, and not before', async () => {
  const { token, person, signInWith } = await somebody()
  const factor = (await person.post('/users/me/factors/code', { name: 'Телефон' }, token)).json<{
    id: number
    secret: string
  }>()
  const code = (steps: number) => ({ code: codeFor(factor.secret, { steps }) })
  await person.post(`/users/me/factors/code/${factor.id}/confirm`, code(-1), token)

  const { ticket } = (await signInWith(token)).json<SignIn>()
  expect(await isIn(token)).toBe(true)
  expect((await person.post('/auth/login/factor', { ticket, ...code(0) }, token)).statusCode).toBe(200)
  expect(await isIn(token)).toBe(false)
})

it('ends it when a passkey is shown', async () => {
  const { token, person } = await somebody()
  const passkey = createPasskey(ORIGIN)
  const making = (await person.post('/users/me/factors/passkey/begin', {}, token)).json<PasskeyOptions>()
  await person.post(
    '/users/me/factors/passkey/finish',
    { challenge_id: making.challenge_id, name: 'Ноутбук', response: passkey.make(making) },
    token,
  )

  const begun = (await person.post('/auth/login/passkey/begin', {})).json<PasskeyOptions>()
  const shown = { challenge_id: begun.challenge_id, response: passkey.show(begun) }
  expect((await person.post('/auth/login/passkey/finish', shown, token)).statusCode).toBe(200)

  expect(await isIn(token)).toBe(false)
})
