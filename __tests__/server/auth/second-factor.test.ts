import { RECOVERY_CODES } from '@contract/factors'
import type { FactorList, NewCodeFactor, RecoveryCodes, SignIn } from '@contract/factors'
import { hashToken } from '@server/lib/token'
import { codeFor, giveFactor } from '@support/factors'
import { startTestApp, type TestApp } from '@support/server-app'
import { lettersTo, NEW_PASSWORD, PASSWORD, personAt } from './person'

const BAD_CODE = { code: 'FACTOR_BAD_CODE', reason: 'Код не подошёл. Проверьте его и попробуйте ещё раз.' }

let server: TestApp
let people = 0

beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

/** Somebody with an account of their own. */
async function somebody() {
  const email = `factor-${++people}@example.org`
  const person = personAt(server, `10.40.0.${people}`)
  const token = await person.settle(email)
  const begin = async (name = 'Телефон') =>
    (await person.post('/users/me/factors/code', { name }, token)).json<NewCodeFactor>()
  const confirm = (id: number, code: string) => person.post(`/users/me/factors/code/${id}/confirm`, { code }, token)
  const list = async () => (await server.api({ url: '/users/me/factors', token })).json<FactorList>()
  const remove = (id: number) => server.api({ method: 'DELETE', url: `/users/me/factors/${id}`, token })
  const enter = async (password = PASSWORD) => (await person.login(email, password)).json<SignIn>()
  const second = (body: object) => person.post('/auth/login/factor', body)
  return { email, person, token, begin, confirm, list, remove, enter, second }
}

/** The same, who signs in with codes of a program. */
async function somebodyWithCodes() {
  const them = await somebody()
  const factor = await them.begin()
  const confirmed = await them.confirm(factor.id, codeFor(factor.secret, { steps: -1 }))
  return { ...them, factor, recoveryCodes: confirmed.json<RecoveryCodes>().recovery_codes }
}

describe('one-time codes', () => {
  it('count once the first code was right, and bring ten recovery codes', async () => {
    const { begin, confirm, list, enter, email } = await somebody()
    const { id, secret, otpauth_url: url } = await begin()
    expect(url).toContain(`secret=${secret}`)
    expect(decodeURIComponent(url)).toContain(`Помним:${email}`)
    expect(await list()).toEqual({ result: [], recovery_codes_left: 0 })
    expect(await enter()).not.toHaveProperty('factor_needed')

    const wrong = await confirm(id, '000000')
    expect([wrong.statusCode, wrong.json<unknown>()]).toEqual([400, { detail: BAD_CODE }])

    const { recovery_codes: codes } = (await confirm(id, codeFor(secret))).json<RecoveryCodes>()
    expect(new Set(codes).size).toBe(RECOVERY_CODES)
    expect(await list()).toEqual({
      result: [expect.objectContaining({ id, kind: 'code', name: 'Телефон', last_used_at: null })],
      recovery_codes_left: RECOVERY_CODES,
    })
    expect((await lettersTo(server, email)).at(-1)?.subject).toBe('Вход защищён ещё одним способом')
  })

  it('are asked for at the next sign-in, which gives no token before', async () => {
    const { enter, second, factor } = await somebodyWithCodes()
    const { ticket, ...answer } = await enter()
    expect(answer).toEqual({ access_token: null, token_type: null, factor_needed: true, kinds: ['code'] })

    const done = await second({ ticket, code: codeFor(factor.secret) })
    expect([done.statusCode, done.json<unknown>()]).toEqual([
      200,
      { access_token: expect.any(String), token_type: 'bearer' },
    ])
  })

  it('count once each, also one that was shown when the program was connected', async () => {
    const { enter, second, factor } = await somebodyWithCodes()
    const statusOf = async (code: string) => (await second({ ticket: (await enter()).ticket, code })).statusCode
    expect(await statusOf(codeFor(factor.secret, { steps: -1 }))).toBe(400)
    const code = codeFor(factor.secret)
    expect(await Promise.all([statusOf(code), statusOf(code)])).toEqual(expect.arrayContaining([200, 400]))
    expect(await statusOf(code)).toBe(400)
  })

  it('are taken thirty seconds early or late, and not more', async () => {
    const { enter, second, factor } = await somebodyWithCodes()
    const statusOf = async (steps: number) =>
      (await second({ ticket: (await enter()).ticket, code: codeFor(factor.secret, { steps }) })).statusCode
    expect(await statusOf(3)).toBe(400)
    expect(await statusOf(1)).toBe(200)
  })

  it('of another account are refused', async () => {
    const [one, other] = [await somebodyWithCodes(), await somebodyWithCodes()]
    const { ticket } = await one.enter()
    expect((await one.second({ ticket, code: codeFor(other.factor.secret) })).json<unknown>()).toEqual({
      detail: BAD_CODE,
    })
  })

  it('are listed for their holder, and the list holds nobody else’s', async () => {
    const [one, other] = [await somebodyWithCodes(), await somebodyWithCodes()]
    expect((await one.list()).result.map(({ id }) => id)).toEqual([one.factor.id])
    expect((await other.list()).result.map(({ id }) => id)).toEqual([other.factor.id])
  })

  it('have secrets that the database does not show', async () => {
    const { factor } = await somebodyWithCodes()
    const rows = await server.db.selectFrom('factors').select('code_secret').where('id', '=', factor.id).execute()
    expect(rows[0]?.code_secret?.toString('latin1')).not.toContain(factor.secret)
  })
})

describe('recovery codes', () => {
  it('sign in once each, in any case and without hyphens, and a letter says so', async () => {
    const { enter, second, recoveryCodes, list, email } = await somebodyWithCodes()
    const [first = '', another = ''] = recoveryCodes
    const statusOf = async (recovery_code: string) =>
      (await second({ ticket: (await enter()).ticket, recovery_code })).statusCode
    expect(await statusOf(first)).toBe(200)
    expect(await statusOf(first)).toBe(400)
    expect(await statusOf(another.toUpperCase().replaceAll('-', ' '))).toBe(200)
    expect((await list()).recovery_codes_left).toBe(RECOVERY_CODES - 2)
    expect((await lettersTo(server, email)).at(-1)?.text).toContain('Осталось 8 кодов')
  })

  it('of another account are refused', async () => {
    const [one, other] = [await somebodyWithCodes(), await somebodyWithCodes()]
    const { ticket } = await one.enter()
    expect((await one.second({ ticket, recovery_code: other.recoveryCodes[0] })).statusCode).toBe(400)
    expect((await other.list()).recovery_codes_left).toBe(RECOVERY_CODES)
  })

  it('end when new ones are made', async () => {
    const { enter, second, recoveryCodes, person, token } = await somebodyWithCodes()
    const made = await person.post('/users/me/factors/recovery-codes', {}, token)
    const [newCode] = made.json<RecoveryCodes>().recovery_codes
    const statusOf = async (recovery_code: string | undefined) =>
      (await second({ ticket: (await enter()).ticket, recovery_code })).statusCode
    expect(await statusOf(recoveryCodes[0])).toBe(400)
    expect(await statusOf(newCode)).toBe(200)
  })

  it('are not stored as they are', async () => {
    const { recoveryCodes } = await somebodyWithCodes()
    const stored = await server.db.selectFrom('recovery_codes').select('code_hash').execute()
    expect(stored.every(({ code_hash: hash }) => hash.startsWith('$argon2id$'))).toBe(true)
    expect(JSON.stringify(stored)).not.toContain(recoveryCodes[0]?.slice(5))
  })

  it('are made for nobody without a factor', async () => {
    const { person, token } = await somebody()
    expect((await person.post('/users/me/factors/recovery-codes', {}, token)).statusCode).toBe(409)
  })

  it('leave with the last factor: then the password alone is enough, and a letter says so', async () => {
    const { enter, remove, factor, list, email } = await somebodyWithCodes()
    expect((await remove(factor.id)).statusCode).toBe(204)
    expect(await list()).toEqual({ result: [], recovery_codes_left: 0 })
    expect((await enter()).access_token).toEqual(expect.any(String))
    expect((await lettersTo(server, email)).at(-1)?.text).toContain('теперь для входа достаточно пароля')
    expect((await remove(factor.id)).statusCode).toBe(404)
  })
})

describe('guessing', () => {
  it('ends after ten wrong codes in a quarter of an hour, whichever ticket they come with', async () => {
    const { enter, second, factor } = await somebodyWithCodes()
    const answers: number[] = []
    for (let guess = 0; guess < 11; guess++) {
      answers.push((await second({ ticket: (await enter()).ticket, code: '000000' })).statusCode)
    }
    expect(answers).toEqual([...Array<number>(10).fill(400), 429])
    expect((await second({ ticket: (await enter()).ticket, code: codeFor(factor.secret) })).statusCode).toBe(429)
  })
})

describe('a ticket', () => {
  const ENDED = { detail: expect.objectContaining({ code: 'FACTOR_BAD_TICKET' }) as unknown }

  it('ends after five minutes', async () => {
    const { enter, second, factor } = await somebodyWithCodes()
    const { ticket = '' } = await enter()
    await server.db
      .updateTable('sign_in_tickets')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('token_hash', '=', hashToken(ticket))
      .execute()
    const late = await second({ ticket, code: codeFor(factor.secret) })
    expect([late.statusCode, late.json<unknown>()]).toEqual([400, ENDED])
  })

  it('ends with the password that it was given for', async () => {
    const { enter, second, factor, person, token } = await somebodyWithCodes()
    const { ticket } = await enter()
    const change = { current_password: PASSWORD, new_password: NEW_PASSWORD }
    expect((await person.post('/users/me/change-password', change, token)).statusCode).toBe(204)
    expect((await second({ ticket, code: codeFor(factor.secret) })).json<unknown>()).toEqual(ENDED)
  })

  it('is used once', async () => {
    const { enter, second, recoveryCodes } = await somebodyWithCodes()
    const { ticket } = await enter()
    expect((await second({ ticket, recovery_code: recoveryCodes[0] })).statusCode).toBe(200)
    expect((await second({ ticket, recovery_code: recoveryCodes[1] })).json<unknown>()).toEqual(ENDED)
  })

  it('needs a proof beside it', async () => {
    const { enter, second } = await somebodyWithCodes()
    const { ticket } = await enter()
    expect((await second({ ticket })).statusCode).toBe(422)
  })
})

describe('a session that is not fresh', () => {
  const age = () =>
    server.db
      .updateTable('sessions')
      .set({ confirmed_at: new Date(Date.now() - 11 * 60_000) })
      .execute()

  it('is confirmed by a code in place of the password; wrong ones count with wrong passwords', async () => {
    const { person, token, factor, recoveryCodes } = await somebodyWithCodes()
    const confirm = async (body: object) => (await person.post('/auth/confirm', body, token)).statusCode
    const renew = async () => (await person.post('/users/me/factors/recovery-codes', {}, token)).statusCode
    await age()
    expect(await confirm({ code: '000000' })).toBe(400)
    expect(await confirm({ recovery_code: recoveryCodes[0] })).toBe(422)
    expect(await renew()).toBe(403)
    expect(await confirm({ code: codeFor(factor.secret) })).toBe(204)
    expect(await renew()).toBe(200)
    for (let misses = 0; misses < 10; misses++) expect(await confirm({ code: '000000' })).toBe(400)
    expect(await confirm({ password: PASSWORD })).toBe(429)
  })

  it('of another account is not confirmed by one’s own code', async () => {
    const [one, other] = [await somebodyWithCodes(), await somebodyWithCodes()]
    await age()
    const answer = await one.person.post('/auth/confirm', { code: codeFor(other.factor.secret) }, one.token)
    expect(answer.statusCode).toBe(400)
  })
})

it('makes recovery codes thirty times an hour for an account, and then for others alone', async () => {
  const { person, token } = await somebodyWithCodes()
  const other = await somebodyWithCodes()
  const renew = async () => (await person.post('/users/me/factors/recovery-codes', {}, token)).statusCode
  const statuses: number[] = []
  // One change of the thirty was the connected program.
  for (let times = 0; times < 30; times++) statuses.push(await renew())
  expect(statuses).toEqual([...Array<number>(29).fill(200), 429])
  expect((await other.person.post('/users/me/factors/recovery-codes', {}, other.token)).statusCode).toBe(200)
})

it('wants a name for each factor, and has a place for twenty', async () => {
  const { person, token, begin, email } = await somebody()
  const add = async (name: string) => (await person.post('/users/me/factors/code', { name }, token)).statusCode
  expect(await add(' ')).toBe(422)
  // Only the last of those that were begun waits for its code.
  for (let tries = 0; tries < 22; tries++) await begin()
  const { id } = await server.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  await giveFactor(server.db, ...Array<number>(18).fill(id))
  expect(await add('Ещё один')).toBe(201)
  await giveFactor(server.db, id)
  expect(await add('Лишний')).toBe(409)
})
