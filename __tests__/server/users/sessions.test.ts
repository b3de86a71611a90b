import type { AccountSession } from '@contract/session'
import { hashToken } from '@server/lib/token'
import { startTestApp, type TestApp } from '@support/server-app'
import { PASSWORD } from '../auth/person'

const DAY_MS = 24 * 3600 * 1000
const MINUTE_MS = 60_000
const PHONE = 'Mozilla/5.0 (Linux; Android 14) Firefox/140.0'
const ADDRESS_AT_HOME = '198.51.100.77'

let server: TestApp
let people = 0
let email: string

beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())
beforeEach(async () => {
  email = `person-${++people}@example.org`
  await server.api({ method: 'POST', url: '/auth/register', payload: { email, password: PASSWORD } })
})

/** Signs in, and returns the token. */
async function signIn({ from = ADDRESS_AT_HOME, userAgent = PHONE, as = email } = {}): Promise<string> {
  const answer = await server.api({
    method: 'POST',
    url: '/auth/login',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': userAgent },
    payload: new URLSearchParams({ username: as, password: PASSWORD }).toString(),
    remoteAddress: from,
  })
  return answer.json<{ access_token: string }>().access_token
}

const list = async (token: string) =>
  (await server.api({ url: '/users/me/sessions', token })).json<{ result: AccountSession[] }>().result
const end = async (token: string, id: number | string = '') =>
  (await server.api({ method: 'DELETE', url: `/users/me/sessions${id && `/${id}`}`, token })).statusCode
const isIn = async (token: string) => (await server.api({ url: '/users/me', token })).statusCode === 200
const idOf = async (token: string) => (await list(token)).find(({ is_current: isCurrent }) => isCurrent)?.id ?? 0
const stored = (token: string) =>
  server.db.selectFrom('sessions').selectAll().where('token_hash', '=', hashToken(token)).executeTakeFirstOrThrow()
const lastUsed = (token: string, agoMs: number) =>
  server.db
    .updateTable('sessions')
    .set({ last_used_at: new Date(Date.now() - agoMs) })
    .where('token_hash', '=', hashToken(token))
    .execute()

const ownerOf = async (token: string) => (await stored(token)).user_id

/** Adds sessions to an account, each last used a minute before the previous one. */
async function storeSessions(token: string, count: number): Promise<void> {
  const owner = { user_id: await ownerOf(token), expires_at: new Date(Date.now() + DAY_MS), address: null }
  const sessions = Array.from({ length: count }, (_none, index) => ({
    ...owner,
    token_hash: hashToken(`${email} ${index}`),
    user_agent: `device ${index}`,
    last_used_at: new Date(Date.now() - (index + 1) * MINUTE_MS),
  }))
  await server.db.insertInto('sessions').values(sessions).execute()
}

const countSessions = async (token: string) =>
  (
    await server.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', await ownerOf(token))
      .execute()
  ).length

describe('the list', () => {
  it('tells a person when and where they signed in, the session that asks first', async () => {
    const [phone, desk] = [await signIn(), await signIn({ from: '2001:db8:1:2::7', userAgent: 'Desk/1.0' })]

    const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string
    const both = { id: expect.any(Number) as number, created_at: instant, last_used_at: instant }
    const ofPhone = { ...both, address: '198.51.100.*', user_agent: PHONE }
    const ofDesk = { ...both, address: '2001:db8:1:*', user_agent: 'Desk/1.0' }
    expect(await list(phone)).toEqual([
      { ...ofPhone, is_current: true },
      { ...ofDesk, is_current: false },
    ])
    expect(await list(desk)).toEqual([
      { ...ofDesk, is_current: true },
      { ...ofPhone, is_current: false },
    ])
  })

  it('holds nobody else’s sessions, and none that are over', async () => {
    const [token, over] = [await signIn(), await signIn()]
    await server.db
      .updateTable('sessions')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('token_hash', '=', hashToken(over))
      .execute()
    expect(await list(token)).toHaveLength(1)
    expect((await server.api({ url: '/users/me/sessions' })).statusCode).toBe(401)
  })

  it('knows nothing of the browser or the address that tell nothing', async () => {
    const token = await signIn({ from: 'unknown', userAgent: ' ' })
    expect(await list(token)).toEqual([expect.objectContaining({ address: null, user_agent: null })])
  })

  it('cleans what a browser calls itself, and cuts it off', async () => {
    const odd = await signIn({ userAgent: 'a\tb \u202ec' })
    const long = await signIn({ userAgent: 'x'.repeat(4000) })
    expect((await stored(odd)).user_agent).toBe('a b c')
    expect((await stored(long)).user_agent).toBe('x'.repeat(200))
  })

  it('holds a hundred at most, and a new one ends that which was not used for longest', async () => {
    const token = await signIn()
    await storeSessions(token, 120)
    expect(await list(token)).toHaveLength(100)

    const newest = await signIn()

    expect(await countSessions(token)).toBe(100)
    const left = (await list(newest)).map(({ user_agent: userAgent }) => userAgent)
    expect(left.slice(0, 4)).toEqual([PHONE, PHONE, 'device 0', 'device 1'])
    expect(left.at(-1)).toBe('device 97')
  })

  it('keeps no address in full', async () => {
    expect(JSON.stringify(await stored(await signIn()))).not.toContain(ADDRESS_AT_HOME)
  })
})

describe('the last use', () => {
  it('is told to within five minutes', async () => {
    const token = await signIn()
    await lastUsed(token, 10 * MINUTE_MS)
    await isIn(token)
    expect(Date.now() - (await stored(token)).last_used_at.getTime()).toBeLessThan(MINUTE_MS)
  })

  it('is not written down at each request', async () => {
    const token = await signIn()
    await lastUsed(token, 4 * MINUTE_MS)
    const before = await stored(token)
    await isIn(token)
    expect(await stored(token)).toEqual(before)
  })

  it('makes no session last longer than its thirty days', async () => {
    const token = await signIn()
    await lastUsed(token, DAY_MS)
    const before = await stored(token)
    await isIn(token)
    expect((await stored(token)).expires_at).toEqual(before.expires_at)
  })
})

describe('a pause', () => {
  it('of thirteen days ends no session, and its use begins the count anew', async () => {
    const token = await signIn()
    await lastUsed(token, 13 * DAY_MS)
    expect(await isIn(token)).toBe(true)
    await lastUsed(token, 13 * DAY_MS)
    expect([await isIn(token), await list(token)]).toEqual([true, [expect.anything()]])
  })

  it('of two weeks ends it, and the list holds it no more', async () => {
    const [token, unused] = [await signIn(), await signIn()]
    await lastUsed(unused, 14 * DAY_MS + MINUTE_MS)
    expect([await isIn(unused), await isIn(token)]).toEqual([false, true])
    expect(await list(token)).toHaveLength(1)
    expect((await server.api({ method: 'POST', url: '/auth/logout', token: unused })).statusCode).toBe(401)
  })
})

describe('an end', () => {
  it('of one session is the end of that one alone, at once', async () => {
    const [here, lost] = [await signIn(), await signIn()]
    const lostId = await idOf(lost)
    expect(await end(here, lostId)).toBe(204)
    expect([await isIn(here), await isIn(lost)]).toEqual([true, false])
    expect(await end(here, lostId)).toBe(404)
  })

  it('of the session that asks is signing out', async () => {
    const token = await signIn()
    expect(await end(token, await idOf(token))).toBe(204)
    expect(await isIn(token)).toBe(false)
  })

  it('of all others leaves the one that asks', async () => {
    const [here, ...others] = [await signIn(), await signIn(), await signIn()]
    expect(await end(here)).toBe(204)
    expect(await Promise.all([here, ...others].map(isIn))).toEqual([true, false, false])
    expect(await end(here)).toBe(204)
  })

  it('comes to nobody else’s session', async () => {
    const { token: stranger } = await server.signUp()
    const token = await signIn()
    expect(await end(stranger, await idOf(token))).toBe(404)
    expect(await end(stranger)).toBe(204)
    expect(await isIn(token)).toBe(true)
    expect(await end(token, 'abc')).toBe(404)
  })

  it('needs no confirmed e-mail', async () => {
    const { token } = await server.signUp({ verified: false })
    expect([await end(token), (await list(token)).length]).toEqual([204, 1])
  })
})
