import type { WaitingInvitations } from '@contract/keepers'
import type { Memorial } from '@contract/memorial'
import { fullName } from '@contract/names'
import { INVITATION_DAYS } from '@contract/retention'
import { startTestApp, TEST_PASSWORD, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'
import { trashOf } from '@support/trash'

/** Invitations as the cabinet of whoever is invited shows them, without the link of the letter. */

interface Person {
  user: { id: number; email: string }
  token: string
}

const DAY_MS = 24 * 3_600_000

let server: TestApp
let sister: Person
let brother: Person
let page: Memorial

beforeAll(async () => {
  server = await startTestApp()
  await server.postman.stop()
})
afterAll(() => server.close())
beforeEach(async () => {
  sister = await anOwner(server)
  brother = await server.signUp()
  page = await aStoredMemorial(server, sister.token, { public_status: 'false' })
})

const post = (url: string, { token }: Person, payload?: object) =>
  server.api({ method: 'POST', url, token, ...(payload && { payload }) })
const invite = (email = brother.user.email) => post(`/memorial/${page.id}/keepers`, sister, { email })
const offer = (email = brother.user.email) =>
  post(`/memorial/${page.id}/hand-over`, sister, { email, current_password: TEST_PASSWORD })
const waitingFor = async ({ token }: Person) =>
  (await server.api({ url: '/keepers/invitations', token })).json<WaitingInvitations>().result
const accept = (who: Person, id: number) => post(`/keepers/invitations/${id}/accept`, who)
const decline = ({ token }: Person, id: number) =>
  server.api({ method: 'DELETE', url: `/keepers/invitations/${id}`, token })
const statusesOf = async (answers: Promise<{ statusCode: number }>[]) =>
  (await Promise.all(answers)).map(({ statusCode }) => statusCode)
const roleOf = async ({ token }: Person) =>
  (await server.api({ url: `/memorial/${page.id}`, token })).json<Partial<Memorial>>().role

/** The id of the one invitation that waits. */
async function onlyOneFor(who: Person): Promise<number> {
  const waiting = await waitingFor(who)
  expect(waiting).toHaveLength(1)
  return waiting[0]?.id ?? 0
}

const change = (id: number, columns: { expires_at?: Date; on_leaving?: boolean }) =>
  server.db.updateTable('invitations').set(columns).where('id', '=', id).execute()
const setVerified = ({ user }: Person, is_verified: boolean) =>
  server.db.updateTable('users').set({ is_verified }).where('id', '=', user.id).execute()
const place = ({ user }: Person, max_memorials: number) =>
  server.db.updateTable('users').set({ max_memorials }).where('id', '=', user.id).execute()

it('tells the invited account whose page it is, who asks and until when, and nobody else', async () => {
  await invite(brother.user.email.toUpperCase())
  const [waiting, ...others] = await waitingFor(brother)

  expect(others).toEqual([])
  expect(waiting).toEqual({
    id: expect.any(Number),
    memorial_name: fullName(page),
    invited_by: sister.user.email,
    role: 'keeper',
    expires_at: expect.any(String),
  })
  const left = new Date(waiting?.expires_at ?? 0).getTime() - Date.now()
  expect(Math.round(left / DAY_MS)).toBe(INVITATION_DAYS)
  expect(await waitingFor(sister)).toEqual([])
  expect(await waitingFor(await server.signUp())).toEqual([])
})

it('is accepted without the link, and waits no more', async () => {
  await invite()
  const id = await onlyOneFor(brother)

  const accepted = await accept(brother, id)

  expect([accepted.statusCode, accepted.json()]).toEqual([200, { memorial_id: page.id }])
  expect(await roleOf(brother)).toBe('keeper')
  expect(await waitingFor(brother)).toEqual([])
  expect((await accept(brother, id)).json()).toEqual({ memorial_id: page.id })
  expect(await statusesOf([decline(brother, id)])).toEqual([404])
  expect(await roleOf(brother)).toBe('keeper')
})

it('neither waits nor lets in once more whoever accepted it and was let go', async () => {
  await invite()
  const id = await onlyOneFor(brother)
  await accept(brother, id)
  const url = `/memorial/${page.id}/keepers/${brother.user.id}`
  expect((await server.api({ method: 'DELETE', url, token: sister.token })).statusCode).toBe(204)

  expect(await waitingFor(brother)).toEqual([])
  await accept(brother, id)
  expect(await roleOf(brother)).toBeUndefined()
})

it('is declined: its link opens nothing either, and nobody is written to', async () => {
  await invite()
  const id = await onlyOneFor(brother)
  const letters = () =>
    server.db.selectFrom('letters').select('id').where('recipient', '=', sister.user.email).execute()
  const before = await letters()

  expect(await statusesOf([decline(brother, id)])).toEqual([204])

  expect(await waitingFor(brother)).toEqual([])
  expect(await statusesOf([decline(brother, id), accept(brother, id)])).toEqual([404, 404])
  const { body_text: letter } = await server.db
    .selectFrom('letters')
    .select('body_text')
    .where('recipient', '=', brother.user.email)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const token = /accept\?token=([\w-]+)/.exec(letter)?.[1]
  expect((await post('/keepers/accept', brother, { token })).statusCode).toBe(400)
  expect(await letters()).toEqual(before)
})

it('is that of its own account alone, whoever guesses its id', async () => {
  await invite()
  const id = await onlyOneFor(brother)
  const stranger = await server.signUp()

  for (const who of [stranger, sister]) {
    expect(await statusesOf([accept(who, id), decline(who, id)])).toEqual([404, 404])
  }
  expect(await roleOf(stranger)).toBeUndefined()
  expect(await onlyOneFor(brother)).toBe(id)
})

it('is neither shown nor accepted while the address is not confirmed', async () => {
  await invite()
  const id = await onlyOneFor(brother)
  await setVerified(brother, false)

  expect(await waitingFor(brother)).toEqual([])
  expect(await statusesOf([accept(brother, id), decline(brother, id)])).toEqual([403, 403])

  await setVerified(brother, true)
  expect(await onlyOneFor(brother)).toBe(id)
})

it('does not wait when it is too old or withdrawn, or its page was deleted', async () => {
  const ends: ((id: number) => Promise<unknown>)[] = [
    (id) => change(id, { expires_at: new Date(0) }),
    (id) => server.api({ method: 'DELETE', url: `/memorial/${page.id}/invitations/${id}`, token: sister.token }),
    () => trashOf(server, sister.token).pages.keep(page.id),
  ]
  for (const end of ends) {
    await invite()
    const id = await onlyOneFor(brother)
    await end(id)
    expect(await waitingFor(brother)).toEqual([])
    expect((await accept(brother, id)).statusCode).toBeGreaterThanOrEqual(400)
  }
})

it('waits for the account that had its address when it was sent', async () => {
  await invite()
  const id = await onlyOneFor(brother)
  const { user } = brother
  const moved = `moved-${user.email}`
  await server.db.updateTable('invitations').set({ invited_id: user.id }).where('id', '=', id).execute()
  await server.db.updateTable('users').set({ email: moved, email_key: moved }).where('id', '=', user.id).execute()

  expect(await onlyOneFor(brother)).toBe(id)
  expect((await accept(brother, id)).statusCode).toBe(200)
})

it('does not wait for whoever keeps the page already, but an offer to own it does', async () => {
  await invite()
  await accept(brother, await onlyOneFor(brother))
  await server.db
    .insertInto('invitations')
    .values({
      ...{ memorial_id: page.id, role: 'keeper', email: brother.user.email, invited_by: sister.user.id },
      ...{ token_hash: Buffer.from('once more'), expires_at: new Date(Date.now() + DAY_MS) },
    })
    .execute()
  expect(await waitingFor(brother)).toEqual([])

  await offer()
  expect(await waitingFor(brother)).toMatchObject([{ role: 'owner', invited_by: sister.user.email }])
})

describe('an offer to own the page', () => {
  it('needs a free place, and gives the page', async () => {
    await offer()
    const id = await onlyOneFor(brother)
    await place(brother, 0)
    expect((await accept(brother, id)).statusCode).toBe(403)

    await place(brother, 1)
    expect((await accept(brother, id)).statusCode).toBe(200)
    expect([await roleOf(brother), await roleOf(sister)]).toEqual(['owner', 'keeper'])
    expect(await waitingFor(brother)).toEqual([])
  })

  it('waits no more when somebody else has the page by now', async () => {
    const cousin = await server.signUp()
    await offer()
    const id = await onlyOneFor(brother)
    await server.db.updateTable('memorials').set({ user_id: cousin.user.id }).where('id', '=', page.id).execute()

    expect(await waitingFor(brother)).toEqual([])
    expect((await accept(brother, id)).statusCode).toBe(400)
  })

  it('names nobody where the owner is gone and left it', async () => {
    await offer()
    await change(await onlyOneFor(brother), { on_leaving: true })
    expect(await waitingFor(brother)).toMatchObject([{ role: 'owner', invited_by: null }])
  })
})
