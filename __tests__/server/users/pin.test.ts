import type { User } from '@contract/user'
import { startTestApp, type TestApp } from '@support/server-app'
import { PASSWORD, personAt } from '../auth/person'

let server: TestApp
let elena: ReturnType<typeof personAt>
let accounts = 0

beforeAll(async () => {
  server = await startTestApp()
  elena = personAt(server, '10.8.0.1')
})
afterAll(() => server.close())

/** A new account, with a PIN or without. */
async function account(pin?: string): Promise<string> {
  const token = await personAt(server, `10.8.1.${++accounts}`).settle(`elena-${accounts}@example.org`)
  if (pin) await set(token, pin)
  return token
}

const set = (token: string, pin_code: unknown) => elena.post('/users/me/set-pin', { pin_code }, token)
const change = (token: string, current_pin_code: unknown, new_pin_code: unknown) =>
  elena.post('/users/me/change-pin', { current_pin_code, new_pin_code }, token)
const resetBy = (token: string, current_password: unknown, new_pin_code: unknown) =>
  elena.post('/users/me/reset-pin-with-password', { current_password, new_pin_code }, token)
const hasPin = async (token: string) => (await server.api({ url: '/users/me', token })).json<User>().has_pin

it('sets the first PIN, and tells that there is one', async () => {
  const token = await account()
  expect(await hasPin(token)).toBe(false)

  const response = await set(token, '0042')

  expect([response.statusCode, response.body]).toEqual([204, ''])
  expect(await hasPin(token)).toBe(true)
})

it.each(['1234', '1945', '0905', '09051945', '123456'])(
  'refuses %s, which is soon guessed, wherever it is new',
  async (pin) => {
    const refusal = (field: string) => ({
      detail: [expect.objectContaining({ loc: ['body', field], msg: 'Такой PIN-код легко угадать.' })],
    })
    const token = await account()
    const first = await set(token, pin)
    expect([first.statusCode, first.json()]).toEqual([422, refusal('pin_code')])
    await set(token, '4806')
    expect((await change(token, '4806', pin)).json()).toEqual(refusal('new_pin_code'))
    expect((await resetBy(token, PASSWORD, pin)).json()).toEqual(refusal('new_pin_code'))
    expect((await change(token, '4806', '4813')).statusCode).toBe(204)
  },
)

it('sets no second one', async () => {
  const token = await account('4806')
  const response = await set(token, '4813')
  expect([response.statusCode, response.json()]).toEqual([409, { detail: 'PIN-код уже установлен' }])
  expect((await change(token, '4806', '4829')).statusCode).toBe(204)
})

it('sets exactly one of two at once', async () => {
  const token = await account()
  const responses = await Promise.all([set(token, '4837'), set(token, '4951'), set(token, '4962')])
  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409, 409])
})

it('changes the PIN of who knows it', async () => {
  const token = await account('4806')
  expect((await change(token, '4806', '987654')).statusCode).toBe(204)
  expect((await change(token, '4806', '4837')).json()).toEqual({ detail: 'Неверный текущий PIN-код' })
  expect((await change(token, '987654', '4837')).statusCode).toBe(204)
})

it('makes another hash of the same PIN, so that what was opened by the old one can be closed', async () => {
  const token = await account('4806')
  const hashes = () => server.db.selectFrom('users').select('pin_hash').orderBy('id', 'desc').executeTakeFirst()
  const before = await hashes()
  await change(token, '4806', '4806')
  expect(await hashes()).not.toEqual(before)
})

it('obeys exactly one of two changes at once', async () => {
  const token = await account('4806')
  const responses = await Promise.all([change(token, '4806', '4837'), change(token, '4806', '4951')])
  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([204, 400])
})

it('changes no PIN where there is none', async () => {
  const token = await account()
  expect((await change(token, '4806', '4813')).json()).toEqual({ detail: 'Неверный текущий PIN-код' })
  expect(await hasPin(token)).toBe(false)
})

it('lets who forgot the PIN choose another by the password', async () => {
  const token = await account('4806')
  expect((await resetBy(token, 'Ryabina-1939', '4813')).json()).toEqual({ detail: 'Неверный текущий пароль' })
  expect((await resetBy(token, PASSWORD, '4813')).statusCode).toBe(204)
  expect((await change(token, '4813', '4806')).statusCode).toBe(204)
})

it('lets a PIN be guessed ten times, then no more', async () => {
  const token = await account('4806')
  const guesses = await Promise.all(Array.from({ length: 11 }, () => change(token, '0000', '4837')))
  expect(guesses.map(({ statusCode }) => statusCode).sort()).toEqual([...Array(10).fill(400), 429])
})

it.each(['123', '12345678901', '12 34', '12a4', '１２３４', '1234\n', '', 1234, null, ['4806'], '12\x0034'])(
  'answers 422 to the PIN %j',
  async (pin) => {
    const token = await account()
    expect((await set(token, pin)).statusCode).toBe(422)
    expect((await change(token, '4806', pin)).statusCode).toBe(422)
    expect((await resetBy(token, PASSWORD, pin)).statusCode).toBe(422)
    expect(await hasPin(token)).toBe(false)
  },
)

it.each(['set-pin', 'change-pin', 'reset-pin-with-password'])('%s is for accounts only', async (call) => {
  expect((await elena.post(`/users/me/${call}`, {})).statusCode).toBe(401)
})
