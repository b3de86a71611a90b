import type { Memorial } from '@contract/memorial'
import { createSecurityLog } from '@server/lib/security-log'
import { createLetters } from '@server/mail/letters'
import { TEST_KEY } from '@support/test-key'
import { type ClosingService, createClosingService } from '@server/modules/memorials/closing-service'
import { aLog } from '@support/recorded-log'
import { startTestApp, type TestApp } from '@support/server-app'
import { aStoredMemorial, anOwner } from '@support/test-memorials'

const REASON = 'Жалоба родственников'

let server: TestApp
let closing: ClosingService
let owner: { user: { id: number; email: string }; token: string }
let memorial: Memorial

beforeAll(async () => {
  server = await startTestApp({ MODERATOR_EMAILS: 'sovet@example.org' })
  const { library, config } = server
  const securityLog = createSecurityLog({ log: aLog().log, secretKey: 'test' })
  const letters = createLetters(config.site, TEST_KEY)
  closing = createClosingService({ library, letters, postman: { wake: () => undefined }, securityLog })
})
afterAll(() => server.close())
beforeEach(async () => {
  owner = await anOwner(server)
  memorial = await aStoredMemorial(server, owner.token, { public_status: 'true', swo_status: 'true' })
})

const read = (token?: string) => server.api({ url: `/memorial/${memorial.id}`, ...(token && { token }) })
const update = (fields: Record<string, string>) =>
  server.api({ method: 'PATCH', url: `/memorial/update/${memorial.id}/`, token: owner.token, payload: fields })
const listed = async () =>
  (await server.api({ url: `/memorial/public_memorials?lastname=${encodeURIComponent(memorial.lastname)}&limit=100` }))
    .json<{ result: Memorial[] }>()
    .result.some(({ id }) => id === memorial.id)

it('is read by its owner and moderators only, and the owner reads why', async () => {
  const { token: moderator } = await server.signUp({ email: 'sovet@example.org' })
  const { token: stranger } = await server.signUp()
  await closing.close(memorial.id, REASON)

  expect((await read()).statusCode).toBe(403)
  expect((await read(stranger)).statusCode).toBe(403)
  expect((await read(owner.token)).json()).toMatchObject({
    closed_reason: REASON,
    closed_by: 'operator',
    public_status: true,
    swo_status: true,
  })
  const forModerator = await read(moderator)
  expect(forModerator.statusCode).toBe(200)
  expect(Object.keys(forModerator.json())).not.toEqual(expect.arrayContaining([expect.stringMatching(/^closed_/)]))
  expect(await listed()).toBe(false)
})

it('stays closed to a PIN, before and after', async () => {
  await update({ public_status: 'false' })
  await server.api({ method: 'POST', url: '/users/me/set-pin', token: owner.token, payload: { pin_code: '4471' } })
  const tryPin = () =>
    server.api({ method: 'POST', url: `/memorial/${memorial.id}/verify-pin`, payload: { pin_code: '4471' } })
  const opened = await tryPin()
  const { access_token: memorialToken } = opened.json<{ access_token: string }>()
  expect((await read(memorialToken)).statusCode).toBe(200)

  await closing.close(memorial.id, REASON)

  expect((await read(memorialToken)).statusCode).toBe(403)
  expect((await tryPin()).statusCode).toBe(403)
})

it('stays closed whatever its owner says, and opens as they last wished', async () => {
  await closing.close(memorial.id, REASON)
  expect((await update({ public_status: 'false' })).statusCode).toBe(200)
  const opened = await update({ public_status: 'true', swo_status: 'false' })
  expect(opened.json()).toMatchObject({ public_status: true, swo_status: false, closed_reason: REASON })
  expect((await read()).statusCode).toBe(403)
  expect(await listed()).toBe(false)

  await closing.open(memorial.id)

  expect((await read()).json()).toMatchObject({ public_status: true, swo_status: false })
  expect(await listed()).toBe(true)
  expect((await read(owner.token)).json()).not.toHaveProperty('closed_reason')
})

it('is told of in the register, and to the owner by a letter with the reason', async () => {
  await closing.close(memorial.id, REASON)
  await closing.open(memorial.id)

  const register = await server.db
    .selectFrom('register')
    .select(['kind', 'done_by'])
    .where('memorial_id', '=', memorial.id)
    .orderBy('id')
    .execute()
  expect(register).toEqual([
    { kind: 'memorial_closed', done_by: 'operator' },
    { kind: 'memorial_opened', done_by: 'operator' },
  ])
  const letters = await server.db
    .selectFrom('letters')
    .select(['subject', 'body_text'])
    .where('recipient', '=', owner.user.email)
    .where('subject', 'like', 'Страница%')
    .orderBy('id')
    .execute()
  expect(letters.map(({ subject }) => subject)).toEqual(['Страница временно закрыта', 'Страница снова открыта'])
  expect(letters[0]?.body_text).toContain(REASON)
})

it('is gone with its files once it is destroyed', async () => {
  await closing.remove(memorial.id)
  expect((await read(owner.token)).statusCode).toBe(404)
  await expect(closing.close(memorial.id, REASON)).rejects.toMatchObject({ status: 404 })
})
