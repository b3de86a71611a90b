import { LOGIN_BAD_CREDENTIALS, REGISTER_USER_ALREADY_EXISTS } from '@contract/errors'
import type { Memorial } from '@contract/memorial'
import { createSecurityLog } from '@server/lib/security-log'
import { createOperatorAccounts, OperatorError } from '@server/modules/operator/accounts-service'
import { createLetters } from '@server/mail/letters'
import { TEST_KEY } from '@support/test-key'
import { createClosingService } from '@server/modules/memorials/closing-service'
import { aLog } from '@support/recorded-log'
import { startTestApp, TEST_PASSWORD, type TestApp } from '@support/server-app'
import { aStoredMemorial, anOwner } from '@support/test-memorials'
import { publicIds } from './pages'
import { DAY_MS, peopleOf, type Person } from './someone'

let server: TestApp
let sister: Person
let page: Memorial
const people = peopleOf(() => server)
const { accept, askToDelete, comeBack, comeBackBy, daysPass, leave, letIn, letterTo, login, nameHeir, tokenFor } =
  people

beforeAll(async () => {
  server = await startTestApp({ MODERATOR_EMAILS: 'moderator@example.org' })
  await server.postman.stop()
})
afterAll(() => server.close())
beforeEach(async () => {
  sister = await anOwner(server)
  page = await aStoredMemorial(server, sister.token, { public_status: 'true', swo_status: 'true' })
})

const securityLog = () => createSecurityLog({ log: aLog().log, secretKey: 'test' })
const operator = () => createOperatorAccounts({ ...server, securityLog: securityLog() })
const closings = () =>
  createClosingService({ ...server, letters: createLetters(server.config.site, TEST_KEY), securityLog: securityLog() })
const read = (person?: Person, { id } = page) =>
  server.api({ url: `/memorial/${id}`, ...(person && { token: person.token }) })
const statusFor = async (person?: Person, memorial = page) => (await read(person, memorial)).statusCode
const storedPage = () =>
  server.db.selectFrom('memorials').selectAll().where('id', '=', page.id).executeTakeFirstOrThrow()
const aKeeper = async (): Promise<Person> => {
  const brother = await server.signUp()
  await letIn(sister, brother, page.id)
  return brother
}

describe('a deleted account', () => {
  it('has no sessions, and is a stranger’s to sign-in, registration and recovery', async () => {
    const { email } = sister.user
    const { destroyed_at: destroyedAt } = await leave(sister)
    expect(Date.parse(destroyedAt) - Date.now()).toBeGreaterThan(13.9 * DAY_MS)
    expect(Date.parse(destroyedAt) - Date.now()).toBeLessThanOrEqual(14 * DAY_MS)

    expect((await server.api({ url: '/users/me', token: sister.token })).statusCode).toBe(401)
    const signIn = await login(email)
    expect([signIn.statusCode, signIn.json()]).toEqual([400, { detail: LOGIN_BAD_CREDENTIALS }])
    const again = { email, password: TEST_PASSWORD }
    const registered = await server.api({ method: 'POST', url: '/auth/register', payload: again })
    expect([registered.statusCode, registered.json()]).toEqual([400, { detail: REGISTER_USER_ALREADY_EXISTS }])
    const recovery = await server.api({ method: 'POST', url: '/auth/forgot-password', payload: { email } })
    expect(recovery.statusCode).toBe(404)
  })

  it('is not deleted with a wrong password, nor without a session', async () => {
    const wrong = await askToDelete(sister, 'Ryabina-1946')
    expect([wrong.statusCode, wrong.json()]).toEqual([400, { detail: 'Неверный текущий пароль' }])
    expect((await server.api({ method: 'POST', url: '/users/me/delete', payload: {} })).statusCode).toBe(401)
    expect(await statusFor()).toBe(200)
  })

  it('is not deleted again and again: each deletion writes letters', async () => {
    for (let time = 0; time < 3; time++) {
      await leave(sister)
      expect((await comeBack(sister)).statusCode).toBe(204)
      sister = { ...sister, token: (await login(sister.user.email)).json<{ access_token: string }>().access_token }
    }
    expect((await askToDelete(sister)).statusCode).toBe(429)
  })

  it('has pages that only their other keepers and moderators read', async () => {
    const brother = await aKeeper()
    const moderator = await server.signUp({ email: `moderator@example.org` })
    expect((await publicIds(server)).includes(page.id)).toBe(true)
    await leave(sister)
    expect(await statusFor()).toBe(403)
    expect(await statusFor(await server.signUp())).toBe(403)
    expect(await statusFor(moderator)).toBe(200)
    expect((await read(brother)).json()).toMatchObject({
      role: 'keeper',
      public_status: true,
      closed_reason: expect.stringContaining('Владелец страницы удалил свою учётную запись'),
      closed_by: 'owner',
    })
    expect((await publicIds(server)).includes(page.id)).toBe(false)
  })

  it('has pages that no PIN opens', async () => {
    const url = `/memorial/${page.id}/verify-pin`
    await server.api({ method: 'POST', url: '/users/me/set-pin', token: sister.token, payload: { pin_code: '4806' } })
    const change = { public_status: 'false', swo_status: 'false' }
    await server.api({ method: 'PATCH', url: `/memorial/update/${page.id}/`, token: sister.token, payload: change })
    const opened = await server.api({ method: 'POST', url, payload: { pin_code: '4806' } })
    const { access_token: memorialToken } = opened.json<{ access_token: string }>()
    await leave(sister)
    expect((await server.api({ method: 'POST', url, payload: { pin_code: '4806' } })).statusCode).toBe(403)
    expect((await server.api({ url: `/memorial/${page.id}`, token: memorialToken })).statusCode).toBe(403)
  })
})

describe('the way back', () => {
  it('is open for 14 days, and everything is as it was', async () => {
    const before = await storedPage()
    await leave(sister)
    await daysPass(sister, 13.9)
    expect((await comeBack(sister)).statusCode).toBe(204)
    expect(await storedPage()).toEqual(before)
    expect(await statusFor()).toBe(200)
    expect((await login(sister.user.email)).statusCode).toBe(200)
    expect((await letterTo(sister.user.email))?.subject).toBe('Вы вернулись')
  })

  it('is closed after that, also before anything was destroyed', async () => {
    await leave(sister)
    await daysPass(sister, 14.1)
    const late = await comeBack(sister)
    expect([late.statusCode, late.json()]).toMatchObject([
      400,
      { detail: expect.stringContaining('Ссылка больше не действует') },
    ])
    expect((await login(sister.user.email)).statusCode).toBe(400)
  })

  it('is closed by the time of the account, whatever the link says', async () => {
    await leave(sister)
    const over = { leaves_at: new Date(Date.now() - 1000) }
    await server.db.updateTable('users').set(over).where('id', '=', sister.user.id).execute()
    expect((await comeBack(sister)).statusCode).toBe(400)
    expect(await storedPage()).toMatchObject({ public_status: false })
  })

  it('asks not twice, and belongs to one deletion', async () => {
    await leave(sister)
    const token = await tokenFor(sister.user.email)
    expect((await comeBackBy(token)).statusCode).toBe(204)
    expect((await comeBackBy(token)).statusCode).toBe(204)
    sister = { ...sister, token: (await login(sister.user.email)).json<{ access_token: string }>().access_token }
    await leave(sister)
    expect((await comeBackBy(token)).statusCode).toBe(400)
    expect((await comeBackBy('never-was')).statusCode).toBe(400)
  })

  it('opens no page that the operator closed, before or meanwhile', async () => {
    const other = await aStoredMemorial(server, sister.token, { public_status: 'true' })
    await closings().close(page.id, 'Жалоба.')
    await leave(sister)
    await closings().close(other.id, 'Другая жалоба.')
    expect((await comeBack(sister)).statusCode).toBe(204)
    expect([await statusFor(), await statusFor(undefined, other)]).toEqual([403, 403])

    await closings().open(page.id)
    await closings().open(other.id)
    expect(await storedPage()).toMatchObject({ public_status: true, swo_status: true, wished_public_status: null })
    expect(await statusFor(undefined, other)).toBe(200)
  })

  it('is opened by the operator’s opening for nobody', async () => {
    await closings().close(page.id, 'Жалоба.')
    await leave(sister)
    await closings().open(page.id)
    expect(await statusFor()).toBe(403)
    expect((await comeBack(sister)).statusCode).toBe(204)
    expect(await statusFor()).toBe(200)
  })

  it('is no way around the operator’s block', async () => {
    await leave(sister)
    const token = await tokenFor(sister.user.email)
    await operator().block(sister.user.email)
    expect((await comeBackBy(token)).statusCode).toBe(400)
    await expect(operator().unblock(sister.user.email)).rejects.toThrow(OperatorError)
  })
})

describe('the pages of a deleted account', () => {
  it('go to the heir who accepts, and open again', async () => {
    const heir = await anOwner(server)
    await nameHeir(sister, heir.user.email)
    await leave(sister)
    expect((await letterTo(heir.user.email))?.body_text).not.toContain('Её предложили не только вам')
    expect((await accept(heir, await tokenFor(heir.user.email))).json()).toEqual({ memorial_id: page.id })
    expect(await storedPage()).toMatchObject({ user_id: heir.user.id, public_status: true, owner_left_at: null })
    expect(await statusFor()).toBe(200)

    expect((await comeBack(sister)).statusCode).toBe(204)
    const { access_token } = (await login(sister.user.email)).json<{ access_token: string }>()
    expect((await read({ ...sister, token: access_token })).json()).toMatchObject({ role: 'keeper' })
  })

  it('are offered to the heir and the keepers, and go to the first of them who accepts', async () => {
    const heir = await anOwner(server)
    await nameHeir(sister, heir.user.email)
    const brother = await aKeeper()
    await people.giveRoom(brother)
    await leave(sister)
    for (const { user } of [heir, brother]) {
      const letter = await letterTo(user.email)
      expect(letter?.subject).toBe('Вам оставляют страницу памяти')
      expect(letter?.body_text).toContain('Она перейдёт к тому, кто примет её первым.')
    }
    expect((await accept(brother, await tokenFor(brother.user.email))).statusCode).toBe(200)
    expect((await accept(heir, await tokenFor(heir.user.email))).statusCode).toBe(400)
    expect(await storedPage()).toMatchObject({ user_id: brother.user.id, public_status: true, owner_left_at: null })
  })

  it('are offered once to an heir who keeps them', async () => {
    const brother = await aKeeper()
    await people.giveRoom(brother)
    await nameHeir(sister, brother.user.email.toUpperCase())
    await leave(sister)
    const offers = await server.db
      .selectFrom('letters')
      .select('recipient')
      .where('subject', '=', 'Вам оставляют страницу памяти')
      .where(({ fn }) => fn<string>('lower', ['recipient']), '=', brother.user.email.toLowerCase())
      .execute()
    expect(offers).toHaveLength(1)
    expect((await accept(brother, await tokenFor(brother.user.email))).statusCode).toBe(200)
  })

  it('go to the heir at the address that they have by now', async () => {
    const heir = await anOwner(server)
    await nameHeir(sister, heir.user.email)
    const email = `nyne-${heir.user.email}`
    const payload = { email, current_password: TEST_PASSWORD }
    await server.api({ method: 'POST', url: '/users/me/change-email', token: heir.token, payload })
    const token = await tokenFor(email)
    await server.api({ method: 'POST', url: '/users/confirm-email', payload: { token } })
    const subjectTo = async (address: string) => (await letterTo(address))?.subject
    await leave(sister)
    expect(await subjectTo(email)).toBe('Вам оставляют страницу памяти')
    expect(await subjectTo(heir.user.email)).toBe('Адрес электронной почты изменён')
    expect((await accept(heir, await tokenFor(email))).json()).toEqual({ memorial_id: page.id })
    expect((await storedPage()).user_id).toBe(heir.user.id)
  })

  it('go to whoever registered with the address that an heir had before', async () => {
    const [heir, newcomer] = [await anOwner(server), await anOwner(server)]
    await server.db
      .insertInto('former_emails')
      .values({ user_id: heir.user.id, email_key: newcomer.user.email, is_confirmed: true })
      .execute()
    await nameHeir(sister, newcomer.user.email)
    await leave(sister)
    const token = await tokenFor(newcomer.user.email)
    expect((await accept(heir, token)).statusCode).toBe(403)
    expect((await accept(newcomer, token)).json()).toEqual({ memorial_id: page.id })
  })

  it('go to the first keeper who accepts where no heir is named, and who has a place', async () => {
    const [brother, cousin] = [await aKeeper(), await aKeeper()]
    await server.db.updateTable('users').set({ max_memorials: 0 }).where('id', '=', brother.user.id).execute()
    await leave(sister)
    const full = await accept(brother, await tokenFor(brother.user.email))
    expect(full.statusCode).toBe(403)
    expect((await accept(cousin, await tokenFor(cousin.user.email))).statusCode).toBe(200)
    await people.giveRoom(brother)
    expect((await accept(brother, await tokenFor(brother.user.email))).statusCode).toBe(400)
    expect((await storedPage()).user_id).toBe(cousin.user.id)
  })

  it('stay closed by the operator for whoever accepts', async () => {
    const heir = await anOwner(server)
    await nameHeir(sister, heir.user.email)
    await closings().close(page.id, 'Жалоба.')
    await leave(sister)
    await accept(heir, await tokenFor(heir.user.email))
    expect(await statusFor()).toBe(403)
    expect((await read(heir)).json()).toMatchObject({ role: 'owner', closed_reason: 'Жалоба.' })
  })

  it('are not offered any more after a return; what the owner offered before still is', async () => {
    const [heir, friend] = [await anOwner(server), await anOwner(server)]
    await nameHeir(sister, heir.user.email)
    const offer = { email: friend.user.email, current_password: TEST_PASSWORD }
    await server.api({ method: 'POST', url: `/memorial/${page.id}/hand-over`, token: sister.token, payload: offer })
    await leave(sister)
    const left = await tokenFor(heir.user.email)
    await comeBack(sister)
    expect((await accept(heir, left)).statusCode).toBe(400)
    expect((await accept(friend, await tokenFor(friend.user.email))).statusCode).toBe(200)
  })
})
