import type { Keepers } from '@contract/keepers'
import { TEST_PASSWORD, startTestApp, type TestApp } from '@support/server-app'
import { doTheJobs } from '@support/jobs'
import { aStoredMemorial, anOwner } from '@support/test-memorials'
import { peopleOf, type Person } from '../leaving/someone'

const MODERATOR = 'moderator@example.org'
const NEW_PASSWORD = 'Ryabina-1946'

let server: TestApp
let sister: Person
let fresh: string
let count = 0
const { accept, letterTo, login, tokenFor } = peopleOf(() => server)

beforeAll(async () => {
  server = await startTestApp({ MODERATOR_EMAILS: MODERATOR, TRUST_PROXY: '1' })
  await server.postman.stop()
})
afterAll(() => server.close())
beforeEach(async () => {
  sister = await anOwner(server)
  fresh = `novyi-${++count}@example.org`
})

const ask = (email = fresh, person = sister, current_password = TEST_PASSWORD) =>
  server.api({
    method: 'POST',
    url: '/users/me/change-email',
    token: person.token,
    headers: { 'x-forwarded-for': `198.51.100.${count}` },
    payload: { email, current_password },
  })
const confirm = (token: string) => server.api({ method: 'POST', url: '/users/confirm-email', payload: { token } })
const me = async ({ token }: Person) => (await server.api({ url: '/users/me', token })).json<Record<string, unknown>>()
const change = async (email = fresh, person = sister) => {
  await ask(email, person)
  return confirm(await tokenFor(email))
}

it('moves an account to the address that was confirmed; its sessions go on', async () => {
  const answer = await ask()
  expect([answer.statusCode, answer.json()]).toEqual([202, null])
  expect((await me(sister)).email).toBe(sister.user.email)
  expect((await letterTo(sister.user.email))?.subject).toBe('Попросили сменить адрес электронной почты')

  expect((await confirm(await tokenFor(fresh))).statusCode).toBe(204)
  expect(await me(sister)).toMatchObject({ email: fresh, is_verified: true })
  expect((await login(fresh.toUpperCase())).statusCode).toBe(200)
  expect((await login(sister.user.email)).statusCode).toBe(400)
  expect((await letterTo(sister.user.email))?.subject).toBe('Адрес электронной почты изменён')
})

it('takes a link twice, since mail programs and people do', async () => {
  await ask()
  const token = await tokenFor(fresh)
  expect([(await confirm(token)).statusCode, (await confirm(token)).statusCode]).toEqual([204, 204])
})

it('asks for the right password, another address and a session', async () => {
  const wrong = await ask(fresh, sister, NEW_PASSWORD)
  expect([wrong.statusCode, wrong.json()]).toEqual([400, { detail: 'Неверный текущий пароль' }])
  expect((await ask(sister.user.email.toUpperCase())).statusCode).toBe(422)
  expect((await ask('не адрес')).statusCode).toBe(422)
  expect((await server.api({ method: 'POST', url: '/users/me/change-email', payload: {} })).statusCode).toBe(401)
  expect(await letterTo(fresh)).toBeUndefined()
})

it('does not tell whether another account has the address: its holder gets another letter', async () => {
  const brother = await server.signUp()
  const [free, taken] = [await ask(), await ask(brother.user.email)]
  expect([taken.statusCode, taken.body]).toEqual([free.statusCode, free.body])
  const letter = await letterTo(brother.user.email)
  expect(letter?.subject).toBe('Ваш адрес указали для другой учётной записи')
  expect(letter?.body_text).not.toContain('token=')
})

it('does not take an address that another account has got meanwhile', async () => {
  await ask()
  const token = await tokenFor(fresh)
  await server.signUp({ email: fresh.toUpperCase() })
  const answer = await confirm(token)
  expect([answer.statusCode, answer.json()]).toEqual([
    400,
    { detail: expect.stringContaining('появилась другая учётная запись') },
  ])
  expect((await me(sister)).email).toBe(sister.user.email)
})

it('is worth nothing once it is too old, replaced by another letter, or the password is new', async () => {
  const refused = async (token: string) => expect((await confirm(token)).statusCode).toBe(400)
  await ask()
  const replaced = await tokenFor(fresh)
  await ask(`drugoi-${fresh}`)
  await refused(replaced)

  const before = await tokenFor(`drugoi-${fresh}`)
  const payload = { current_password: TEST_PASSWORD, new_password: NEW_PASSWORD }
  await server.api({ method: 'POST', url: '/users/me/change-password', token: sister.token, payload })
  await refused(before)

  await ask(fresh, sister, NEW_PASSWORD)
  const old = await tokenFor(fresh)
  await server.db
    .updateTable('email_tokens')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('user_id', '=', sister.user.id)
    .execute()
  await refused(old)
  await refused('never-was')
  // An address that nobody confirmed is forgotten then.
  await doTheJobs(server)
  const kept = server.db.selectFrom('email_tokens').select('email').where('user_id', '=', sister.user.id)
  expect((await kept.execute()).filter(({ email }) => email)).toEqual([])
})

it('is not asked for without end, by an account, to a mailbox or from a network', async () => {
  const asked = async (emails: string[], who: () => Promise<Person>) => {
    const statuses: number[] = []
    for (const email of emails) statuses.push((await ask(email, await who())).statusCode)
    return statuses
  }
  const addresses = Array.from({ length: 6 }, (_none, number) => `adres-${count}-${number}@example.org`)
  const person = await server.signUp()
  expect(await asked(addresses, () => Promise.resolve(person))).toEqual([202, 202, 202, 202, 202, 429])
  const labels = ['a', 'b', 'c', 'd'].map((label) => fresh.replace('@', `+${label}@`))
  expect(await asked(labels, () => server.signUp())).toEqual([202, 202, 202, 429])
})

it('corrects the mistyped address of an account that was never confirmed, which is confirmed then', async () => {
  const person = await server.signUp({ verified: false })
  const first = await tokenFor(person.user.email)
  expect((await change(fresh, person)).statusCode).toBe(204)
  expect(await me(person)).toMatchObject({ email: fresh, is_verified: true })
  // The letter to the wrong address confirms nothing any more.
  const link = await server.api({ url: `/auth/verify?token=${first}` })
  expect(link.headers.location).toContain('verified=error')
  expect((await letterTo(person.user.email))?.body_text).toContain('Если его указали по ошибке')
})

it('gives nobody the rights of a moderator before a password is set by letter', async () => {
  expect((await change(MODERATOR)).statusCode).toBe(204)
  expect(await me(sister)).toMatchObject({ email: MODERATOR, is_moderator: false })
  const reset = await letterTo(MODERATOR)
  expect(reset?.subject).toBe('Адрес подтверждён: задайте пароль')
  const token = /reset-password\/([\w-]+)/.exec(reset?.body_text ?? '')?.[1]
  await server.api({ method: 'POST', url: '/auth/reset-password', payload: { token, password: NEW_PASSWORD } })
  const { access_token } = (await login(MODERATOR, NEW_PASSWORD)).json<{ access_token: string }>()
  expect(await me({ ...sister, token: access_token })).toMatchObject({ is_moderator: true })
})

it('takes along the words that wait in its name', async () => {
  const owner = await anOwner(server)
  const { id } = await aStoredMemorial(server, owner.token, { public_status: 'true' })
  const words = { memorials_id: id, author: 'Сестра', description: 'Помню.' }
  await server.api({ method: 'POST', url: '/memories/create', token: sister.token, payload: words })
  await change()
  const { author_email } = await server.db
    .selectFrom('memories')
    .select('author_email')
    .where('memorials_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(author_email).toBe(fresh)
})

describe('invitations to the former address', () => {
  const invite = async (email: string) => {
    const owner = await anOwner(server)
    const { id } = await aStoredMemorial(server, owner.token, { public_status: 'false' })
    const url = `/memorial/${id}/keepers`
    await server.api({ method: 'POST', url, token: owner.token, payload: { email } })
    const told = async () =>
      (await server.api({ url, token: owner.token })).json<Keepers>().invitations?.map((one) => one.email)
    return { token: await tokenFor(email), told }
  }

  it('can be accepted still, by nobody else, and whoever wrote it is not told the new address before', async () => {
    const { token, told } = await invite(sister.user.email)
    await change()
    expect(await told()).toEqual([sister.user.email])
    expect((await accept(await server.signUp(), token)).statusCode).toBe(403)
    expect((await accept(sister, token)).statusCode).toBe(200)
    expect(await told()).toEqual([])
  })

  it('go with the account when that is destroyed', async () => {
    await invite(sister.user.email)
    await change()
    await server.db.deleteFrom('users').where('id', '=', sister.user.id).execute()
    const left = server.db.selectFrom('invitations').select('email').where('email', '=', sister.user.email)
    expect(await left.execute()).toEqual([])
  })

  it('are not for an account that had the address without ever confirming it', async () => {
    const mistaken = await server.signUp({ verified: false })
    const { token } = await invite(mistaken.user.email)
    await change(fresh, mistaken)
    expect((await accept(mistaken, token)).statusCode).toBe(403)
  })
})
