import type { SignIn } from '@contract/factors'
import { createRecoveryLetters } from '@server/modules/factors/recovery'
import { createLetters } from '@server/mail/letters'
import { giveFactor } from '@support/factors'
import { startTestApp, type TestApp } from '@support/server-app'
import { TEST_KEY } from '@support/test-key'
import { lastTokenFor, lettersTo, PASSWORD, personAt } from './person'

const HOUR_MS = 3_600_000

let server: TestApp
let people = 0

beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

/** Somebody who signs in with codes of a telephone that is lost. */
async function somebodyWithoutTelephone() {
  const email = `lost-${++people}@example.org`
  const person = personAt(server, `10.42.0.${people}`)
  const token = await person.settle(email)
  const { id } = await server.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  await giveFactor(server.db, id)
  const enter = async () => (await person.login(email, PASSWORD)).json<SignIn>()
  const ask = async () => person.post('/auth/factor-recovery', { ticket: (await enter()).ticket })
  const finish = async (link: string) => (await person.post('/auth/factor-recovery/finish', { token: link })).statusCode
  const subjects = async () => (await lettersTo(server, email)).map(({ subject }) => subject)
  return { id, email, person, token, enter, ask, finish, subjects }
}

/** So many hours later the job runs. */
async function pass(hours: number): Promise<void> {
  const earlier = ({ due_at, expires_at }: { due_at: Date; expires_at: Date | null }) => ({
    due_at: new Date(due_at.getTime() - hours * HOUR_MS),
    expires_at: expires_at && new Date(expires_at.getTime() - hours * HOUR_MS),
  })
  for (const row of await server.db.selectFrom('factor_recoveries').selectAll().execute()) {
    await server.db.updateTable('factor_recoveries').set(earlier(row)).where('user_id', '=', row.user_id).execute()
  }
  const { db, config, postman } = server
  await createRecoveryLetters({ db, postman, letters: createLetters(config.site, TEST_KEY) }).sendAllDue()
}

const ASKED = 'Просят вернуть доступ к учётной записи'
const LINK = 'Ссылка, чтобы вернуть доступ'

it('writes at once, and sends the link only after 72 hours', async () => {
  const { ask, subjects } = await somebodyWithoutTelephone()
  expect((await ask()).statusCode).toBe(202)
  expect((await subjects()).at(-1)).toBe(ASKED)
  await pass(71)
  expect(await subjects()).not.toContain(LINK)
  await pass(1.1)
  expect((await subjects()).filter((subject) => subject === LINK)).toHaveLength(1)
  await pass(1)
  expect((await subjects()).filter((subject) => subject === LINK)).toHaveLength(1)
})

it('ends all factors and sessions by the link, and leaves the password', async () => {
  const { ask, finish, enter, email, token, subjects } = await somebodyWithoutTelephone()
  await ask()
  await pass(73)
  const link = await lastTokenFor(server, email)
  expect(await finish(link)).toBe(204)
  expect((await server.api({ url: '/users/me', token })).statusCode).toBe(401)
  expect((await enter()).access_token).toEqual(expect.any(String))
  expect((await subjects()).at(-1)).toBe('Дополнительные способы входа отключены')
  expect(await finish(link)).toBe(404)
})

it('opens nothing by another link, by one that is too old, or without one', async () => {
  const { ask, finish, email, enter } = await somebodyWithoutTelephone()
  await ask()
  await pass(73)
  expect(await finish('x'.repeat(43))).toBe(404)
  const link = await lastTokenFor(server, email)
  await pass(73)
  expect(await finish(link)).toBe(404)
  expect(await enter()).toMatchObject({ factor_needed: true })
})

it('goes on as it was when it is asked for again, and writes no second letter', async () => {
  const { ask, subjects } = await somebodyWithoutTelephone()
  await ask()
  await pass(70)
  expect((await ask()).statusCode).toBe(202)
  expect((await subjects()).filter((subject) => subject === ASKED)).toHaveLength(1)
  await pass(2.1)
  expect(await subjects()).toContain(LINK)
})

it('ends when somebody signs in with a factor: nothing was lost', async () => {
  const { ask, person, enter, subjects, token } = await somebodyWithoutTelephone()
  await ask()
  const made = await person.post('/users/me/factors/recovery-codes', {}, token)
  const [recovery_code] = made.json<{ recovery_codes: string[] }>().recovery_codes
  const { ticket } = await enter()
  expect((await person.post('/auth/login/factor', { ticket, recovery_code })).statusCode).toBe(200)
  await pass(73)
  expect(await subjects()).not.toContain(LINK)
})

it('ends by the link «это не я», and with it the factors that were added in the last three days', async () => {
  const { ask, person, email, subjects, enter } = await somebodyWithoutTelephone()
  await ask()
  const token = await lastTokenFor(server, email)
  expect((await person.post('/auth/not-me', { token })).statusCode).toBe(204)
  await pass(73)
  expect(await subjects()).not.toContain(LINK)
  expect(await enter()).not.toHaveProperty('factor_needed')
})

it('is not for who does not know the password', async () => {
  const { person } = await somebodyWithoutTelephone()
  const answer = await person.post('/auth/factor-recovery', { ticket: 'x'.repeat(43) })
  expect([answer.statusCode, answer.json<{ detail: { code: string } }>().detail.code]).toEqual([
    400,
    'FACTOR_BAD_TICKET',
  ])
})

it('is refused to a moderator, whom the operator helps', async () => {
  const { id, ask, subjects } = await somebodyWithoutTelephone()
  await server.db.updateTable('users').set({ is_superuser: true }).where('id', '=', id).execute()
  const answer = await ask()
  expect([answer.statusCode, answer.json<unknown>()]).toEqual([
    403,
    { detail: 'Модераторам доступ возвращает оператор сайта. Напишите ему, пожалуйста.' },
  ])
  expect(await subjects()).not.toContain(ASKED)
})
