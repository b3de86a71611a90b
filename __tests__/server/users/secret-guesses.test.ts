import { startTestApp, type TestApp } from '@support/server-app'
import { NEW_PASSWORD, PASSWORD, personAt } from '../auth/person'

const PIN = '7391'
const WRONG_PASSWORD = 'Ryabina-1939'

let server: TestApp
let accounts = 0

beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

/** A stolen session: it can send requests, but does not know the password and the PIN. */
async function stolenSession() {
  const person = personAt(server, `10.12.0.${++accounts}`)
  const token = await person.settle(`robbed-${accounts}@example.org`)
  await person.post('/users/me/set-pin', { pin_code: PIN }, token)
  const statusOf = async (call: string, body: object) =>
    (await person.post(`/users/me/${call}`, body, token)).statusCode
  return {
    changePassword: (current_password: string, new_password = current_password) =>
      statusOf('change-password', { current_password, new_password }),
    changePin: (current_pin_code: string, new_pin_code = current_pin_code) =>
      statusOf('change-pin', { current_pin_code, new_pin_code }),
    resetPin: (current_password: string, new_pin_code = PIN) =>
      statusOf('reset-pin-with-password', { current_password, new_pin_code }),
  }
}

async function timesAnswered(guess: () => Promise<number>, attempts: number): Promise<number> {
  let answered = 0
  for (let attempt = 0; attempt < attempts; attempt++) if ((await guess()) === 400) answered++
  return answered
}

it('lets a PIN be guessed ten times, whoever shows the password in between', async () => {
  const { changePin, resetPin, changePassword } = await stolenSession()
  let guesses = 0
  for (let round = 0; round < 4; round++) {
    guesses += await timesAnswered(() => changePin('4806'), 9)
    expect(await (round % 2 === 0 ? resetPin(PASSWORD) : changePassword(PASSWORD))).toBe(204)
  }
  expect(guesses).toBe(10)
  expect(await changePin(PIN)).toBe(429)
})

it('lets a password be guessed ten times, whatever the call and whoever shows the PIN in between', async () => {
  const { changePin, resetPin, changePassword } = await stolenSession()
  let guesses = 0
  for (let round = 0; round < 4; round++) {
    guesses += await timesAnswered(() => changePassword(WRONG_PASSWORD, NEW_PASSWORD), 5)
    guesses += await timesAnswered(() => resetPin(WRONG_PASSWORD), 4)
    expect(await changePin(PIN)).toBe(204)
  }
  expect(guesses).toBe(10)
  expect([await changePassword(PASSWORD), await resetPin(PASSWORD)]).toEqual([429, 429])
})

it('keeps nobody from the one secret for guesses at the other', async () => {
  const { changePin, changePassword } = await stolenSession()
  await timesAnswered(() => changePin('4806'), 12)
  expect(await changePassword(PASSWORD)).toBe(204)
})

it('forgives the misses of who remembers after all', async () => {
  const { changePin } = await stolenSession()
  for (let day = 0; day < 3; day++) {
    expect(await timesAnswered(() => changePin('4806'), 9)).toBe(9)
    expect(await changePin(PIN)).toBe(204)
  }
})
