import type { TestApp } from '@support/server-app'
import type { Request } from './archive-calls'
import { CALLS } from './calls'
import { MATRIX } from './matrix'
import { createScenes, fromAnotherAddress, PASSWORD, type Scene, startServer } from './scene'
import { createStateReader, differences } from './stored-state'

/** What a session may not do that was neither opened nor confirmed in the last ten minutes. */
const NEEDS_FRESH_SESSION = [
  'DELETE /memorial/delete/{id}/',
  'DELETE /memorial/trash/{id}',
  'PUT /users/me/heir',
  'POST /memorial/{id}/keepers',
  'POST /memorial/{id}/hand-over',
  'POST /memorial/{id}/export',
  'POST /users/me/export',
  'POST /users/me/factors/code',
  'POST /users/me/factors/code/{id}/confirm',
  'POST /users/me/factors/passkey/begin',
  'POST /users/me/factors/passkey/finish',
  'DELETE /users/me/factors/{id}',
  'POST /users/me/factors/recovery-codes',
]
/** What comes before a session is asked whether it is fresh. */
const SAID_BEFORE = [401, 403, 404]
const NEEDED = { detail: { code: 'CONFIRMATION_NEEDED', reason: expect.stringMatching(/это вы/) as string } }
/** A little more than a session stays fresh. */
const LONG_AGO_MS = 10 * 60_000 + 5000
const RECENTLY_MS = 10 * 60_000 - 5000

let server: TestApp
let newScene: ReturnType<typeof createScenes>

beforeAll(async () => {
  server = await startServer()
  newScene = createScenes(server)
})
afterAll(() => server.close())

/** As if all sessions of the scene's people had been opened or confirmed so long ago. */
async function age({ accounts }: Scene, milliseconds = LONG_AGO_MS): Promise<void> {
  await server.db
    .updateTable('sessions')
    .set({ confirmed_at: new Date(Date.now() - milliseconds) })
    .where(
      'user_id',
      'in',
      Object.values(accounts).map(({ id }) => id),
    )
    .execute()
}

function ask(call: string, { id, part, headers, ...request }: Request, token: string | undefined) {
  const [method, path = ''] = call.split(' ')
  return server.api({
    ...request,
    method,
    url: path.replace(/\{\w+\}/, String(id)).replace(/\{\w+\}/, String(part)),
    headers: { ...fromAnotherAddress(), ...headers },
    ...(token && { token }),
  })
}

async function prepared(call: string): Promise<{ scene: Scene; send: () => ReturnType<typeof ask> }> {
  const scene = await newScene({ isPublic: false })
  const request = (await CALLS[call]?.(scene)) ?? {}
  return { scene, send: () => ask(call, request, scene.accounts.owner.token) }
}

const confirm = ({ accounts }: Scene, payload: object = { password: PASSWORD }) =>
  server.api({ method: 'POST', url: '/auth/confirm', token: accounts.owner.token, payload })

it.each(NEEDS_FRESH_SESSION)('%s asks for a confirmation, and does it after one', async (call) => {
  const { scene, send } = await prepared(call)
  await age(scene)
  const stored = createStateReader(server)
  const before = await stored()

  const refused = await send()
  expect(refused.statusCode).toBe(403)
  expect(refused.json()).toEqual(NEEDED)
  expect(differences(before, await stored())).toEqual({ gone: [], come: [] })

  expect((await confirm(scene)).statusCode).toBe(204)
  expect((await send()).statusCode).toBeLessThan(300)
})

it.each(NEEDS_FRESH_SESSION)('%s is done without a question when the sign-in is recent', async (call) => {
  const { scene, send } = await prepared(call)
  await age(scene, RECENTLY_MS)
  expect((await send()).statusCode).toBeLessThan(300)
})

it('asks for a confirmation in sessions of the release before too', async () => {
  const { scene, send } = await prepared('PUT /users/me/heir')
  await server.db
    .updateTable('sessions')
    .set({ confirmed_at: null })
    .where('user_id', '=', scene.accounts.owner.id)
    .execute()
  expect((await send()).statusCode).toBe(403)
})

it('says whom a call is not for before it asks for a confirmation', async () => {
  const [scene, another] = [await newScene({ isPublic: false }), await newScene({ isPublic: false })]
  for (const call of NEEDS_FRESH_SESSION) {
    const refusals = MATRIX.find((row) => row.call === call && !row.isPublic)?.refused ?? {}
    await age(scene, RECENTLY_MS)
    const request = (await CALLS[call]?.(scene)) ?? {}
    await age(scene)
    for (const [actor, status] of Object.entries(refusals)) {
      if (!SAID_BEFORE.includes(status)) continue
      const answer = await ask(call, request, await scene.tokenOf(actor as keyof typeof refusals))
      expect([call, actor, answer.statusCode, answer.body]).toEqual([
        call,
        actor,
        status,
        expect.not.stringContaining('CONFIRMATION_NEEDED'),
      ])
    }
  }
  await age(another)
  const { token } = another.accounts.owner
  for (const [url, payload, status] of [
    [`/memorial/${another.page.id}/keepers`, { email: 'not an address' }, 422],
    ['/memorial/999999/keepers', { email: 'vnuk@example.org' }, 404],
  ] as const) {
    expect((await server.api({ method: 'POST', url, token, payload })).statusCode).toBe(status)
  }
})

it('moves a page to the trash without a question', async () => {
  const scene = await newScene({ isPublic: false })
  await age(scene)
  const url = `/memorial/delete/${scene.page.id}/?keep=true`
  const answer = await server.api({ method: 'DELETE', url, token: scene.accounts.owner.token })
  expect(answer.statusCode).toBe(204)
})

it('POST /auth/confirm takes the right password alone, and counts wrong ones with those of other calls', async () => {
  const { scene, send } = await prepared('POST /users/me/export')
  await age(scene)
  const wrong = { password: 'Ryabina-1939' }
  const refused = await confirm(scene, wrong)
  expect(refused.statusCode).toBe(400)
  expect(refused.json()).toEqual({ detail: { code: 'LOGIN_BAD_CREDENTIALS', reason: 'Неверный текущий пароль' } })
  expect((await send()).statusCode).toBe(403)
  for (let more = 0; more < 9; more++) expect((await confirm(scene, wrong)).statusCode).toBe(400)
  expect((await confirm(scene)).statusCode).toBe(429)
  const { token } = scene.accounts.owner
  const payload = { current_password: PASSWORD, new_password: 'Cheremukha-77' }
  expect((await server.api({ method: 'POST', url: '/users/me/change-password', token, payload })).statusCode).toBe(429)
  expect((await confirm(scene, {})).statusCode).toBe(422)
})

it('confirms the session that asks, and no other of the account', async () => {
  const { scene, send } = await prepared('POST /users/me/export')
  const thief = await server.api({
    method: 'POST',
    url: '/auth/login',
    headers: { ...fromAnotherAddress(), 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ username: scene.accounts.owner.email, password: PASSWORD }).toString(),
  })
  const { access_token: another } = thief.json<{ access_token: string }>()
  await age(scene)
  await server.api({ method: 'POST', url: '/auth/confirm', token: another, payload: { password: PASSWORD } })
  expect((await send()).statusCode).toBe(403)
})

it.each([
  ['change-password', { current_password: PASSWORD, new_password: 'Cheremukha-77' }, 204],
  ['change-email', { current_password: PASSWORD, email: 'novyi-adres@example.org' }, 202],
])('a right password of %s makes the session fresh, a wrong one does not', async (call, payload, status) => {
  const { scene, send } = await prepared('POST /users/me/export')
  await age(scene)
  const { token } = scene.accounts.owner
  const url = `/users/me/${call}`
  const wrong = { ...payload, current_password: 'Ryabina-1939' }
  expect((await server.api({ method: 'POST', url, token, payload: wrong })).statusCode).toBe(400)
  expect((await send()).statusCode).toBe(403)
  expect((await server.api({ method: 'POST', url, token, payload })).statusCode).toBe(status)
  expect((await send()).statusCode).toBe(201)
})

describe('whatever else an owner does', () => {
  const others = MATRIX.filter(({ call, isPublic, allowed }) => {
    const isOnce = !isPublic || !MATRIX.some((row) => row.call === call && !row.isPublic)
    return isOnce && allowed.owner !== undefined && !NEEDS_FRESH_SESSION.includes(call)
  })

  it.each(others)('$call is done by an old session', async ({ call, allowed }) => {
    const { scene, send } = await prepared(call)
    await age(scene)
    expect((await send()).statusCode).toBe(allowed.owner)
  })
})
