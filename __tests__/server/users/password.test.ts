import * as hashing from '@server/lib/password'
import { startTestApp, type TestApp } from '@support/server-app'
import { lastTokenFor, lettersTo, NEW_PASSWORD, PASSWORD, personAt } from '../auth/person'

let server: TestApp
let dmitry: ReturnType<typeof personAt>

beforeAll(async () => {
  server = await startTestApp()
  dmitry = personAt(server, '10.7.0.1')
})
afterAll(() => server.close())

const change = (token: string | undefined, current_password: unknown, new_password: unknown) =>
  dmitry.post('/users/me/change-password', { current_password, new_password }, token)
const statusOf = async (token: string) => (await server.api({ url: '/users/me', token })).statusCode

it('refuses a password that is the mailbox with little more, at each of its ways', async () => {
  const like = /похож на ваш e-mail/
  const person = personAt(server, '10.7.9.1')
  const email = 'marina.ozerova@example.org'
  expect((await person.register(email, 'Marina-Ozerova1')).body).toMatch(like)
  const token = await person.settle(email)
  expect((await change(token, PASSWORD, 'MarinaOzerova!2')).body).toMatch(like)
  expect((await change(token, PASSWORD, 'Marina-Lubit-Ozera-7')).statusCode).toBe(204)
})

it('changes the password, ends the other sessions, keeps this one, and writes to the owner', async () => {
  const [here, elsewhere] = [await dmitry.settle('dmitry@example.org'), await dmitry.settle('dmitry@example.org')]

  const response = await change(here, PASSWORD, NEW_PASSWORD)

  expect([response.statusCode, response.body]).toEqual([204, ''])
  expect([await statusOf(here), await statusOf(elsewhere)]).toEqual([200, 401])
  expect((await dmitry.login('dmitry@example.org', PASSWORD)).statusCode).toBe(400)
  expect((await dmitry.login('dmitry@example.org', NEW_PASSWORD)).statusCode).toBe(200)
  expect((await lettersTo(server, 'dmitry@example.org')).at(-1)?.subject).toBe('Пароль изменён')
})

it('makes the links of earlier recovery letters worthless', async () => {
  const token = await dmitry.settle('link@example.org')
  await dmitry.post('/auth/forgot-password', { email: 'link@example.org' })
  const link = await lastTokenFor(server, 'link@example.org')

  await change(token, PASSWORD, NEW_PASSWORD)

  expect((await dmitry.post('/auth/reset-password', { token: link, password: 'Another-1-Password' })).statusCode).toBe(
    400,
  )
})

it('refuses a wrong current password without ending the session', async () => {
  const token = await dmitry.settle('wrong@example.org')
  const response = await change(token, 'Ryabina-1939', NEW_PASSWORD)
  expect([response.statusCode, response.json()]).toEqual([400, { detail: 'Неверный текущий пароль' }])
  expect(await statusOf(token)).toBe(200)
  expect((await dmitry.login('wrong@example.org', PASSWORD)).statusCode).toBe(200)
})

it('obeys exactly one of two changes at once', async () => {
  const token = await dmitry.settle('race@example.org')
  const responses = await Promise.all([
    change(token, PASSWORD, 'First-Password-1'),
    change(token, PASSWORD, 'Second-Password-2'),
  ])
  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([204, 400])
})

it('changes a password ten times an hour, and writes no more letters, nor hashes anything', async () => {
  const token = await dmitry.settle('restless@example.org')
  for (let time = 0; time < 10; time++) expect((await change(token, PASSWORD, PASSWORD)).statusCode).toBe(204)
  const letters = (await lettersTo(server, 'restless@example.org')).length
  const [hashed, compared] = [jest.spyOn(hashing, 'hashPassword'), jest.spyOn(hashing, 'isPassword')]

  const refused = await change(token, PASSWORD, PASSWORD)

  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000)
  expect([hashed.mock.calls, compared.mock.calls]).toEqual([[], []])
  expect(await lettersTo(server, 'restless@example.org')).toHaveLength(letters)
  jest.restoreAllMocks()
})

it('lets a stolen session guess the password ten times, then no more', async () => {
  const token = await dmitry.settle('stolen@example.org')
  const guesses = await Promise.all(Array.from({ length: 12 }, () => change(token, 'Ryabina-1939', NEW_PASSWORD)))
  expect(guesses.map(({ statusCode }) => statusCode).sort()).toEqual([...Array(10).fill(400), 429, 429])
  expect((await change(token, PASSWORD, NEW_PASSWORD)).statusCode).toBe(429)
})

it.each([
  ['a weak new password', PASSWORD, 'weak', 'new_password'],
  ['a well-known new password', PASSWORD, 'Password1', 'new_password'],
  ['no new password', PASSWORD, undefined, 'new_password'],
  ['a new password with a NUL', PASSWORD, `${NEW_PASSWORD}\0`, 'new_password'],
  ['a current password of a thousand letters', 'x'.repeat(1000), NEW_PASSWORD, 'current_password'],
  ['no current password', undefined, NEW_PASSWORD, 'current_password'],
])('answers 422 to %s', async (_what, current, next, field) => {
  const token = await dmitry.settle(`checks-${field}-${String(next).length}@example.org`)
  const response = await change(token, current, next)
  expect(response.statusCode).toBe(422)
  expect(response.json<{ detail: { loc: string[] }[] }>().detail[0]?.loc).toEqual(['body', field])
})

it('is for accounts only, whatever the body', async () => {
  for (const token of [undefined, 'no-such-token']) {
    const response = await change(token, undefined, undefined)
    expect([response.statusCode, response.json()]).toEqual([401, { detail: 'Unauthorized' }])
  }
})
