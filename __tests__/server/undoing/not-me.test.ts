import type { AccessToken } from '@contract/auth'
import type { Heir } from '@contract/keepers'
import type { Memorial } from '@contract/memorial'
import { startTestApp, TEST_PASSWORD, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'
import { lettersTo, lastTokenFor } from '../auth/person'

interface Person {
  user: { id: number; email: string }
  token: string
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const HOUR_MS = 3_600_000

let server: TestApp
let robbed: Person
let page: Memorial
let visits = 0

beforeAll(async () => {
  server = await startTestApp()
  await server.postman.stop()
})
afterAll(() => server.close())
beforeEach(async () => {
  robbed = await anOwner(server)
  page = await aStoredMemorial(server, robbed.token, { public_status: 'true' })
})

const send = (method: 'POST' | 'PUT' | 'DELETE', url: string, { token }: Person, payload: object = {}) =>
  server.api({ method, url, token, payload })
const notMe = async (token: string) =>
  (await server.api({ method: 'POST', url: '/auth/not-me', payload: { token } })).statusCode
const login = (username: string, userAgent: string, remoteAddress: string) =>
  server.api({
    method: 'POST',
    url: '/auth/login',
    headers: { ...FORM, 'user-agent': userAgent },
    payload: new URLSearchParams({ username, password: TEST_PASSWORD }).toString(),
    remoteAddress,
  })
const rowOf = (id: number) => server.db.selectFrom('memorials').selectAll().where('id', '=', id).executeTakeFirst()
const ownerOf = async (id: number) => (await rowOf(id))?.user_id
const keepersOf = async (id: number) => {
  const rows = await server.db.selectFrom('keepers').select('user_id').where('memorial_id', '=', id).execute()
  return rows.map(({ user_id }) => user_id)
}

/** The link «это не я» of the last letter with one. */
async function linkOf({ user }: Person): Promise<string> {
  const texts = (await lettersTo(server, user.email)).map(({ text }) => /\/not-me\?token=([\w-]+)/.exec(text)?.[1])
  const token = texts.filter((found) => found !== undefined).at(-1)
  if (!token) throw new Error(`No link «это не я» was sent to ${user.email}`)
  return token
}

async function accept(who: Person): Promise<void> {
  const { text } = (await lettersTo(server, who.user.email)).at(-1) ?? {}
  const token = /\/keepers\/accept\?token=([\w-]+)/.exec(text ?? '')?.[1]
  expect((await send('POST', '/keepers/accept', who, { token })).statusCode).toBe(200)
}

const handOverTo = (who: Person) => handOver(page, robbed, who)

async function handOver({ id }: Memorial, from: Person, who: Person): Promise<void> {
  const payload = { email: who.user.email, current_password: TEST_PASSWORD }
  expect((await send('POST', `/memorial/${id}/hand-over`, from, payload)).statusCode).toBe(202)
  await accept(who)
}

describe('what somebody did in a stolen session', () => {
  it.each([
    ['an heir', () => send('PUT', '/users/me/heir', robbed, { email: 'vor@example.org' })],
    ['an invitation', () => send('POST', `/memorial/${page.id}/keepers`, robbed, { email: 'vor@example.org' })],
    [
      'an offer of the page',
      () =>
        send('POST', `/memorial/${page.id}/hand-over`, robbed, {
          email: 'vor@example.org',
          current_password: TEST_PASSWORD,
        }),
    ],
    ['a destroyed page', () => send('DELETE', `/memorial/delete/${page.id}/`, robbed)],
    ['an archive of the page', () => send('POST', `/memorial/${page.id}/export`, robbed)],
    ['an archive of all pages', () => send('POST', '/users/me/export', robbed)],
    [
      'another e-mail',
      () =>
        send('POST', '/users/me/change-email', robbed, {
          email: `vor-${robbed.user.id}@example.org`,
          current_password: TEST_PASSWORD,
        }),
    ],
    [
      'another password',
      () =>
        send('POST', '/users/me/change-password', robbed, {
          current_password: TEST_PASSWORD,
          new_password: 'Cheremukha-77',
        }),
    ],
  ])('%s is told to the owner at once, with the way to undo it', async (_what, act) => {
    const before = (await lettersTo(server, robbed.user.email)).length
    expect((await act()).statusCode).toBeLessThan(300)
    const letters = await lettersTo(server, robbed.user.email)
    expect(letters).toHaveLength(before + 1)
    expect(letters.at(-1)?.text).toContain('Если это были не вы')
    expect(await notMe(await linkOf(robbed))).toBe(204)
  })

  it('is undone by one press: the link ends all sessions and sends a letter with a new password', async () => {
    const friend = await server.signUp()
    const accomplice = await server.signUp()
    const another = await aStoredMemorial(server, robbed.token)
    const third = await aStoredMemorial(server, robbed.token)
    await server.db
      .updateTable('users')
      .set({ heir_email: 'syn@example.org' })
      .where('id', '=', robbed.user.id)
      .execute()
    await send('PUT', '/users/me/heir', robbed, { email: 'vor@example.org' })
    await send('POST', `/memorial/${another.id}/keepers`, robbed, { email: friend.user.email })
    await send('POST', `/memorial/${third.id}/keepers`, robbed, { email: accomplice.user.email })
    await accept(accomplice)
    const email = `vor-${robbed.user.id}@example.org`
    await send('POST', '/users/me/change-email', robbed, { email, current_password: TEST_PASSWORD })
    await send('DELETE', `/memorial/delete/${page.id}/`, robbed)
    const change = await lastTokenFor(server, email)

    const token = await linkOf(robbed)
    expect([await notMe(token), await notMe(token)]).toEqual([204, 204])

    expect((await server.api({ url: '/users/me', token: robbed.token })).statusCode).toBe(401)
    expect(await rowOf(page.id)).toMatchObject({ user_id: robbed.user.id, public_status: true, destroyed_at: null })
    expect([await keepersOf(third.id), await keepersOf(another.id)]).toEqual([[], []])
    const invitations = await server.db
      .selectFrom('invitations')
      .select('id')
      .where('invited_by', '=', robbed.user.id)
      .execute()
    expect(invitations).toEqual([])
    const { heir_email } = await server.db
      .selectFrom('users')
      .select('heir_email')
      .where('id', '=', robbed.user.id)
      .executeTakeFirstOrThrow()
    expect(heir_email).toBe('syn@example.org')
    const confirmed = await server.api({ method: 'POST', url: '/users/confirm-email', payload: { token: change } })
    expect(confirmed.statusCode).toBe(400)
    const letters = await lettersTo(server, robbed.user.email)
    expect(letters.at(-1)?.subject).toBe('Мы всё вернули: задайте новый пароль')
    const reset = { token: await lastTokenFor(server, robbed.user.email), password: 'Cheremukha-77' }
    expect((await server.api({ method: 'POST', url: '/auth/reset-password', payload: reset })).statusCode).toBe(200)
  })

  it('is undone by no other link, and for three days', async () => {
    await send('PUT', '/users/me/heir', robbed, { email: 'vor@example.org' })
    const token = await linkOf(robbed)
    expect([await notMe('x'.repeat(43)), await notMe('nothing')]).toEqual([404, 404])
    await server.db
      .updateTable('email_tokens')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('user_id', '=', robbed.user.id)
      .execute()
    expect(await notMe(token)).toBe(404)
    expect((await server.api({ url: '/users/me', token: robbed.token })).statusCode).toBe(200)
  })

  it('is undone where the e-mail was changed too: the address that the letter reached is the account’s again', async () => {
    const email = `vor-${robbed.user.id}@example.org`
    await send('POST', '/users/me/change-email', robbed, { email, current_password: TEST_PASSWORD })
    await server.api({
      method: 'POST',
      url: '/users/confirm-email',
      payload: { token: await lastTokenFor(server, email) },
    })
    expect((await lettersTo(server, robbed.user.email)).at(-1)?.subject).toBe('Адрес электронной почты изменён')

    expect(await notMe(await linkOf(robbed))).toBe(204)

    const user = await server.db.selectFrom('users').select('email').where('id', '=', robbed.user.id).executeTakeFirst()
    expect(user?.email).toBe(robbed.user.email)
    expect((await lettersTo(server, robbed.user.email)).at(-1)?.subject).toBe('Мы всё вернули: задайте новый пароль')
    expect((await lettersTo(server, email)).map(({ subject }) => subject)).not.toContain(
      'Мы всё вернули: задайте новый пароль',
    )
  })

  it('leaves alone what was done by others, and before', async () => {
    const keeper = await server.signUp()
    await send('POST', `/memorial/${page.id}/keepers`, robbed, { email: keeper.user.email })
    await accept(keeper)
    await server.db
      .updateTable('invitations')
      .set({ created_at: new Date(Date.now() - 73 * HOUR_MS) } as object)
      .where('invited_by', '=', robbed.user.id)
      .execute()
    const [other, friend] = [await anOwner(server), await server.signUp()]
    const others = await aStoredMemorial(server, other.token)
    await send('DELETE', `/memorial/delete/${others.id}/`, other)
    const [given, shared] = [await aStoredMemorial(server, other.token), await aStoredMemorial(server, other.token)]
    await handOver(given, other, friend)
    await send('POST', `/memorial/${shared.id}/keepers`, other, { email: friend.user.email })
    await accept(friend)
    await send('PUT', '/users/me/heir', other, { email: 'vnuk@example.org' })
    await send('POST', '/users/me/export', robbed)

    await notMe(await linkOf(robbed))

    expect([await keepersOf(page.id), await keepersOf(shared.id)]).toEqual([[keeper.user.id], [friend.user.id]])
    expect([await ownerOf(others.id), await ownerOf(given.id)]).toEqual([null, friend.user.id])
    const heir = await server.api({ url: '/users/me/heir', token: other.token })
    expect(heir.json()).toMatchObject({ email: 'vnuk@example.org' })
    expect((await server.api({ url: '/users/me', token: other.token })).statusCode).toBe(200)
  })
})

describe('a page that was handed over', () => {
  it('comes back to its former owner, without whom the new one let in', async () => {
    const [thief, friend, old] = [await server.signUp(), await server.signUp(), await server.signUp()]
    await send('POST', `/memorial/${page.id}/keepers`, robbed, { email: old.user.email })
    await accept(old)
    await server.db
      .updateTable('keepers')
      .set({ created_at: new Date(Date.now() - HOUR_MS) } as object)
      .execute()
    await server.db.deleteFrom('invitations').execute()
    await handOverTo(thief)
    expect(await ownerOf(page.id)).toBe(thief.user.id)
    await send('POST', `/memorial/${page.id}/keepers`, thief, { email: friend.user.email })
    await accept(friend)

    expect(await notMe(await linkOf(robbed))).toBe(204)

    expect(await ownerOf(page.id)).toBe(robbed.user.id)
    expect(await keepersOf(page.id)).toEqual([old.user.id])
    expect((await lettersTo(server, thief.user.email)).at(-1)?.subject).toBe('Прежний владелец забрал страницу')
  })

  it('stays with whom its owner gives it to later, though the used link is opened again', async () => {
    const [thief, daughter] = [await server.signUp(), await server.signUp()]
    await handOverTo(thief)
    const link = await linkOf(robbed)
    expect(await notMe(link)).toBe(204)
    const { access_token: token } = (await login(robbed.user.email, 'Firefox', '203.0.113.9')).json<AccessToken>()
    robbed = { ...robbed, token }
    await handOverTo(daughter)

    expect(await notMe(link)).toBe(204)

    expect(await ownerOf(page.id)).toBe(daughter.user.id)
  })

  it('comes back although it was given on, and although that one destroyed it', async () => {
    const [thief, next] = [await server.signUp(), await server.signUp()]
    await handOverTo(thief)
    const payload = { email: next.user.email, current_password: TEST_PASSWORD }
    await send('POST', `/memorial/${page.id}/hand-over`, thief, payload)
    await accept(next)
    expect((await send('DELETE', `/memorial/delete/${page.id}/`, next)).statusCode).toBe(204)

    await notMe(await linkOf(robbed))

    expect(await rowOf(page.id)).toMatchObject({ user_id: robbed.user.id, public_status: true, destroyed_at: null })
    expect(await keepersOf(page.id)).toEqual([])
  })

  it('stays where it is after three days', async () => {
    const heir = await server.signUp()
    await handOverTo(heir)
    await server.db
      .updateTable('hand_overs')
      .set({ at: new Date(Date.now() - 73 * HOUR_MS) } as object)
      .execute()
    await notMe(await linkOf(robbed))
    expect(await ownerOf(page.id)).toBe(heir.user.id)
  })
})

describe('an heir', () => {
  it('counts three days after they are named; until then the one of before does', async () => {
    await send('PUT', '/users/me/heir', robbed, { email: 'syn@example.org' })
    const told = (await server.api({ url: '/users/me/heir', token: robbed.token })).json<Heir>()
    expect(Date.parse(told.effective_at ?? '') - Date.now()).toBeGreaterThan(71 * HOUR_MS)
    await server.db
      .updateTable('users')
      .set({ heir_since: new Date(Date.now() - 73 * HOUR_MS) })
      .where('id', '=', robbed.user.id)
      .execute()
    await send('PUT', '/users/me/heir', robbed, { email: `vor-${robbed.user.id}@example.org` })
    await send('POST', '/users/me/delete', robbed, { current_password: TEST_PASSWORD })
    const invited = await server.db
      .selectFrom('invitations')
      .select('email')
      .where('memorial_id', '=', page.id)
      .execute()
    expect(invited).toEqual([{ email: 'syn@example.org' }])
  })

  it('is changed ten times an hour at most, since each time a letter leaves', async () => {
    const statuses: number[] = []
    for (let nth = 0; nth < 11; nth++) {
      statuses.push((await send('PUT', '/users/me/heir', robbed, { email: `syn-${nth}@example.org` })).statusCode)
    }
    expect(statuses).toEqual([...new Array<number>(10).fill(204), 429])
  })
})

it('tells by letter of a sign-in from a device and a network that were not seen before, and of no other', async () => {
  const { email } = robbed.user
  const network = () => `10.77.${++visits}.1`
  const known = network()
  const told = async () =>
    (await lettersTo(server, email)).filter(({ subject }) => subject === 'Вход с нового устройства')

  await login(email, 'Firefox/126.0', known)
  const first = (await told()).length
  await login(email, 'Firefox/127.0', network())
  await login(email, 'Chrome/120.0', known)
  expect(await told()).toHaveLength(first)

  await login(email, 'Opera/99.0', network())
  expect(await told()).toHaveLength(first + 1)
  expect(await notMe(await linkOf(robbed))).toBe(204)
})

it('does not write of the first sign-in, nor to an address that was never confirmed', async () => {
  const { user } = await server.signUp({ verified: false })
  await login(user.email, 'Opera/99.0', '10.78.0.1')
  const subjects = (await lettersTo(server, user.email)).map(({ subject }) => subject)
  expect(subjects).not.toContain('Вход с нового устройства')
  const verified = await server.signUp()
  expect((await lettersTo(server, verified.user.email)).map(({ subject }) => subject)).not.toContain(
    'Вход с нового устройства',
  )
})
