import type { AccessToken } from '@contract/auth'
import type { Exported } from '@contract/export'
import type { Keepers, WaitingInvitations } from '@contract/keepers'
import type { Memorial } from '@contract/memorial'
import type { AccountSession } from '@contract/session'
import { createSecurityLog } from '@server/lib/security-log'
import { hashToken } from '@server/lib/token'
import { createOperatorAccounts } from '@server/modules/operator/accounts-service'
import { doTheJobs } from '@support/jobs'
import { aLog } from '@support/recorded-log'
import { startTestApp, TEST_PASSWORD, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'
import { lastTokenFor, lettersTo, NEW_PASSWORD, personAt } from '../auth/person'

type Account = Awaited<ReturnType<typeof anOwner>>

const OUTDATED_DOWNLOAD = 'Ссылка для скачивания устарела. Вернитесь на страницу и скачайте архив ещё раз.'

let server: TestApp
let holder: Account
/** Another session of the holder, perhaps a thief's. */
let elsewhere: string
let sister: Account
let page: Memorial
let people = 0

beforeAll(async () => {
  server = await startTestApp()
  await server.postman.stop()
})
afterAll(() => server.close())
beforeEach(async () => {
  ;[holder, sister] = [await anOwner(server), await anOwner(server)]
  elsewhere = await signIn()
  page = await aStoredMemorial(server, holder.token, { public_status: 'false' })
})

/** Each request comes from another: what is counted for addresses is not what this is about. */
const anAddress = () => `10.${50 + (++people >> 8)}.${people & 255}.1`
const signIn = async () =>
  (await personAt(server, anAddress()).login(holder.user.email, TEST_PASSWORD)).json<AccessToken>().access_token
const send = (method: 'POST' | 'DELETE', url: string, token: string, payload: object = {}) =>
  server.api({ method, url, token, payload, remoteAddress: anAddress() })
const sessionsOf = async (token: string) =>
  (await server.api({ url: '/users/me/sessions', token })).json<{ result: AccountSession[] }>().result
const endOne = async (ended: string) => {
  const { id } = (await sessionsOf(ended)).find(({ is_current: isCurrent }) => isCurrent) ?? {}
  return send('DELETE', `/users/me/sessions/${id}`, holder.token)
}
const endOthers = () => send('DELETE', '/users/me/sessions', holder.token)
const changePassword = () =>
  send('POST', '/users/me/change-password', holder.token, {
    current_password: TEST_PASSWORD,
    new_password: NEW_PASSWORD,
  })
async function resetPassword() {
  const { email } = holder.user
  const person = personAt(server, anAddress())
  await person.post('/auth/forgot-password', { email })
  return person.post('/auth/reset-password', { token: await lastTokenFor(server, email), password: NEW_PASSWORD })
}
async function notMe() {
  const texts = (await lettersTo(server, holder.user.email)).map(
    ({ text }) => /\/not-me\?token=([\w-]+)/.exec(text)?.[1],
  )
  return server.api({ method: 'POST', url: '/auth/not-me', payload: { token: texts.filter(Boolean).at(-1) } })
}
/** By the link of the letter that comes 72 hours after it was asked for. */
async function recoverFactors() {
  const token = `recovery-${++people}`
  const recovery = { user_id: holder.user.id, due_at: new Date(), token_hash: hashToken(token) }
  await server.db
    .insertInto('factor_recoveries')
    .values({ ...recovery, expires_at: new Date(Date.now() + 3_600_000) })
    .execute()
  return server.api({ method: 'POST', url: '/auth/factor-recovery/finish', payload: { token } })
}
const operator = () =>
  createOperatorAccounts({ ...server, securityLog: createSecurityLog({ log: aLog().log, secretKey: 'test' }) })

/** Everything that somebody makes with a session: to be looked at again once it has ended. */
async function madeBy(token: string) {
  const archive = (await send('POST', `/memorial/${page.id}/export`, token)).json<Exported>().download_path
  const all = (await send('POST', '/users/me/export', token)).json<Exported>().download_path
  const pin = await send('POST', `/memorial/${page.id}/verify-pin`, token, { pin_code: '4206' })
  const email = `invited-${++people}@example.org`
  const invited = await send('POST', `/memorial/${page.id}/keepers`, token, { email })
  const { id } = invited.json<{ id: number }>()
  const moved = `moved-${people}@example.org`
  const change = { email: moved, current_password: TEST_PASSWORD }
  const asked = await send('POST', '/users/me/change-email', token, change)
  expect([invited.statusCode, asked.statusCode]).toEqual([201, 202])

  const statusOf = async (address: string) => (await server.app.inject(address)).statusCode
  const listed = () =>
    server.db.selectFrom('invitations').select('id').where('memorial_id', '=', page.id).where('id', '=', id).execute()
  const confirmEmail = async () =>
    (
      await server.api({
        method: 'POST',
        url: '/users/confirm-email',
        payload: { token: await lastTokenFor(server, moved) },
      })
    ).statusCode
  return {
    archive,
    /** What of it still opens something. The change of the e-mail is looked at last: it changes the account. */
    async still() {
      const pageByPin = await server.api({
        url: `/memorial/${page.id}`,
        token: pin.json<AccessToken>().access_token,
      })
      return {
        archives: [await statusOf(archive), await statusOf(all)],
        pin: pageByPin.statusCode,
        invitation: (await listed()).length === 1,
        email: await confirmEmail(),
      }
    },
  }
}

const GOES_ON = { archives: [200, 200], pin: 200, invitation: true, email: 204 }
const HAS_ENDED = { archives: [403, 403], pin: 403, invitation: false, email: 400 }

it('what a session makes goes on as long as nothing ends it', async () => {
  expect(await (await madeBy(elsewhere)).still()).toEqual(GOES_ON)
})

describe.each([
  ['a change of the password', changePassword],
  ['«завершить остальные сессии»', endOthers],
  ['a reset of the password', resetPassword],
  ['the link «это не я»', notMe],
  ['the recovery of lost factors', recoverFactors],
  ['the operator who removes lost factors', () => operator().removeFactors(holder.user.email)],
])('%s', (_what, end) => {
  it('ends what another session has made, and what the session itself has', async () => {
    const [theirs, own] = [await madeBy(elsewhere), await madeBy(holder.token)]

    await end()

    expect(await theirs.still()).toEqual(HAS_ENDED)
    expect(await own.still()).toEqual(HAS_ENDED)
  })

  it('ends what a session has made that was signed out, and an invitation from before this was noted', async () => {
    const theirs = await madeBy(elsewhere)
    await send('POST', '/auth/logout', elsewhere)
    await server.db.updateTable('invitations').set({ session_id: null }).where('memorial_id', '=', page.id).execute()
    await server.db.updateTable('email_tokens').set({ session_id: null }).execute()

    await end()

    expect(await theirs.still()).toEqual(HAS_ENDED)
  })
})

it('a blocked account has nobody whom it invited, also after it is unblocked', async () => {
  const theirs = await madeBy(elsewhere)
  await operator().block(holder.user.email)
  await operator().unblock(holder.user.email)
  expect(await theirs.still()).toEqual(HAS_ENDED)
})

describe('a keeper who has accepted', () => {
  it.each([
    ['a change of the password', changePassword],
    ['«завершить остальные сессии»', endOthers],
    ['a reset of the password', resetPassword],
    ['the end of the session that invited', () => endOne(elsewhere)],
  ])('stays after %s', async (_what, end) => {
    await send('POST', `/memorial/${page.id}/keepers`, elsewhere, { email: sister.user.email })
    const token = await lastTokenFor(server, sister.user.email)
    expect((await send('POST', '/keepers/accept', sister.token, { token })).statusCode).toBe(200)

    await end()

    const kept = await server.api({ url: `/memorial/${page.id}/keepers`, token: sister.token })
    expect(kept.json<Keepers>().result).toHaveLength(2)
    // The letter's link is pressed once more.
    expect((await send('POST', '/keepers/accept', sister.token, { token })).statusCode).toBe(200)
  })
})

it('whoever was invited is told to ask anew, and sees nothing that waits in the cabinet', async () => {
  await send('POST', `/memorial/${page.id}/keepers`, elsewhere, { email: sister.user.email })
  const token = await lastTokenFor(server, sister.user.email)

  await changePassword()

  const accepted = await send('POST', '/keepers/accept', sister.token, { token })
  expect([accepted.statusCode, accepted.json()]).toEqual([
    400,
    { detail: 'Приглашение отозвано или устарело. Попросите прислать новое.' },
  ])
  const waiting = await server.api({ url: '/keepers/invitations', token: sister.token })
  expect(waiting.json<WaitingInvitations>().result).toEqual([])
})

it('the letter about the new password says that invitations have ended, where there were some', async () => {
  await changePassword()
  expect((await lettersTo(server, holder.user.email)).at(-1)?.text).not.toMatch(/Приглашения/)
  await send('POST', `/memorial/${page.id}/keepers`, holder.token, { email: sister.user.email })
  await resetPassword()
  expect((await lettersTo(server, holder.user.email)).at(-1)?.text).toMatch(/Приглашения.*больше не действуют/)
})

it('the address of the calendar ends with the password alone', async () => {
  const address = async () =>
    (await server.api({ url: '/users/me/calendar', token: holder.token })).json<{ address: string }>().address
  const before = await address()
  await endOne(elsewhere)
  await endOthers()
  expect(await address()).toBe(before)
  await changePassword()
  expect(await address()).not.toBe(before)
})

describe('the end of one session', () => {
  it('ends what it has made, and nothing that another has', async () => {
    const [own, theirs] = [await madeBy(holder.token), await madeBy(elsewhere)]
    await endOne(elsewhere)
    expect(await theirs.still()).toEqual(HAS_ENDED)
    // The second change of the e-mail has taken the place of the first.
    expect(await own.still()).toEqual({ ...GOES_ON, email: 400 })
  })

  it('ends no change of the e-mail that another has asked for', async () => {
    const own = await madeBy(holder.token)
    await endOne(elsewhere)
    expect(await own.still()).toEqual(GOES_ON)
  })

  it('says why an address of an archive opens nothing', async () => {
    const { archive } = await madeBy(elsewhere)
    await endOne(elsewhere)
    expect((await server.app.inject(archive)).json()).toEqual({ detail: OUTDATED_DOWNLOAD })
  })
})

describe('whoever signs out after inviting', () => {
  it('leaves no address and no token behind; the letters that were sent hold', async () => {
    const made = await madeBy(elsewhere)
    expect((await send('POST', '/auth/logout', elsewhere)).statusCode).toBe(204)
    expect(await made.still()).toEqual({ ...HAS_ENDED, invitation: true, email: 204 })
  })

  it.each([
    ['is over', { expires_at: new Date(Date.now() - 1000) }],
    ['was not used for two weeks', { last_used_at: new Date(Date.now() - 14 * 24 * 3_600_000 - 1000) }],
  ])('is as whoever has a session that %s', async (_what, change) => {
    const made = await madeBy(elsewhere)
    await server.db.updateTable('sessions').set(change).where('token_hash', '=', hashToken(elsewhere)).execute()
    await doTheJobs(server)
    expect(await made.still()).toEqual({ ...HAS_ENDED, invitation: true, email: 204 })
  })
})

it('a page that is offered because its owner went is offered on, whatever ends sessions', async () => {
  await server.db.insertInto('keepers').values({ memorial_id: page.id, user_id: sister.user.id }).execute()
  await send('POST', '/users/me/delete', holder.token, { current_password: TEST_PASSWORD })
  const offered = () =>
    server.db
      .selectFrom('invitations')
      .selectAll()
      .where('on_leaving', '=', true)
      .where('invited_by', '=', holder.user.id)
  expect(await offered().execute()).toHaveLength(1)
  await operator().removeFactors(holder.user.email)
  expect(await offered().execute()).toHaveLength(1)
})

it('whoever deletes their account leaves no address and no token; the letters that were sent hold', async () => {
  const made = await madeBy(elsewhere)
  await send('POST', '/users/me/delete', holder.token, { current_password: TEST_PASSWORD })
  await server.api({
    method: 'POST',
    url: '/users/return',
    payload: { token: await lastTokenFor(server, holder.user.email) },
  })
  expect(await made.still()).toEqual({ ...HAS_ENDED, invitation: true, email: 204 })
})

it('an archive that is being downloaded breaks off when its session ends', async () => {
  const withPhoto = await aStoredMemorial(server, holder.token, {}, { withPhoto: true })
  const path = (await send('POST', `/memorial/${withPhoto.id}/export`, elsewhere)).json<Exported>().download_path
  const open = server.store.open.bind(server.store)
  jest.spyOn(server.store, 'open').mockImplementationOnce(async (...file) => {
    await endOthers()
    return open(...file)
  })

  const body = await server.app.inject(path).then(
    ({ rawPayload }) => rawPayload.toString('latin1'),
    () => 'broken off',
  )

  expect(body).not.toContain('portrait.jpg')
  expect(body).not.toContain('data.json')
})

describe('an address or a token of a session', () => {
  it('is not good for another session, nor for numbers that no session has', async () => {
    const { archive } = await madeBy(elsewhere)
    const [own] = await sessionsOf(holder.token)
    for (const session of [String(own?.id), '2147483647', '9999999999', '0', 'x', '']) {
      expect((await server.app.inject(archive.replace(/session=\d+/, `session=${session}`))).statusCode).toBe(403)
    }
    const pin = (await send('POST', `/memorial/${page.id}/verify-pin`, elsewhere, { pin_code: '1' })).json<unknown>()
    expect(pin).toMatchObject({ detail: expect.any(Array) })
    const token = (
      await send('POST', `/memorial/${page.id}/verify-pin`, elsewhere, { pin_code: '4206' })
    ).json<AccessToken>().access_token
    for (const session of [`s${own?.id}.`, 's9999999999.', 's0.', '']) {
      const forged = token.replace(/s\d+\./, session)
      expect((await server.api({ url: `/memorial/${page.id}`, token: forged })).statusCode).toBe(403)
    }
  })

  it('ends with a new PIN as well', async () => {
    const read = (token: string) => server.api({ url: `/memorial/${page.id}`, token })
    const { access_token: token } = (
      await send('POST', `/memorial/${page.id}/verify-pin`, elsewhere, { pin_code: '4206' })
    ).json<AccessToken>()
    expect((await read(token)).statusCode).toBe(200)
    await send('POST', '/users/me/set-pin', holder.token, { pin_code: '4206' })
    expect((await read(token)).statusCode).toBe(403)
  })

  it('leaves a visitor who knows the PIN as they are', async () => {
    await send('POST', '/users/me/set-pin', holder.token, { pin_code: '4206' })
    const { access_token: token } = (
      await server.api({ method: 'POST', url: `/memorial/${page.id}/verify-pin`, payload: { pin_code: '4206' } })
    ).json<AccessToken>()
    await endOthers()
    await changePassword()
    expect((await server.api({ url: `/memorial/${page.id}`, token })).statusCode).toBe(200)
  })
})
