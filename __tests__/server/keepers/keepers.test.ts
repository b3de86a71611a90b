import type { Invitation, Keepers } from '@contract/keepers'
import type { Memorial } from '@contract/memorial'
import type { PendingMemories } from '@contract/memory'
import { fullName } from '@contract/names'
import { startTestApp, TEST_PASSWORD, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'

interface Person {
  user: { id: number; email: string }
  token: string
}

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

const post = (url: string, { token }: Person, payload: object) => server.api({ method: 'POST', url, token, payload })
const remove = (url: string, { token }: Person) => server.api({ method: 'DELETE', url, token })
const invite = (email = brother.user.email) => post(`/memorial/${page.id}/keepers`, sister, { email })
const offer = (email = brother.user.email, current_password = TEST_PASSWORD) =>
  post(`/memorial/${page.id}/hand-over`, sister, { email, current_password })
const accept = (who: Person, token: string) => post('/keepers/accept', who, { token })
const read = async ({ token }: Person) => (await server.api({ url: `/memorial/${page.id}`, token })).json<Memorial>()
const keepersFor = async ({ token }: Person) =>
  (await server.api({ url: `/memorial/${page.id}/keepers`, token })).json<Keepers>()

/** The newest letter to somebody. */
const letterTo = (email: string) =>
  server.db
    .selectFrom('letters')
    .selectAll()
    .where('recipient', '=', email)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()

async function tokenFor(email: string): Promise<string> {
  const { body_text: text } = await letterTo(email)
  return /\/keepers\/accept\?token=([\w-]+)/.exec(text)?.[1] ?? ''
}

async function letIn(who = brother): Promise<void> {
  await invite(who.user.email)
  expect((await accept(who, await tokenFor(who.user.email))).json()).toEqual({ memorial_id: page.id })
}

const place = (person: Person, places: number) =>
  server.db.updateTable('users').set({ max_memorials: places }).where('id', '=', person.user.id).execute()

describe('an invitation', () => {
  it('is answered the same whether the address has an account or not, and goes by letter', async () => {
    const known = await invite()
    const unknown = await invite('nikto@example.org')
    expect([known.statusCode, unknown.statusCode]).toEqual([201, 201])
    expect(Object.keys(known.json())).toEqual(Object.keys(unknown.json()))
    expect(known.json<Invitation>()).toMatchObject({ email: brother.user.email, role: 'keeper' })
    expect((await letterTo('nikto@example.org')).body_text).toContain(page.lastname)
  })

  it.each([
    ['to keep the page', invite],
    ['to own it', offer],
  ])('%s names the page in the letter, and never the e-mail of its owner', async (_what, send) => {
    await send()
    const { body_text: text, body_html: html } = await letterTo(brother.user.email)
    for (const body of [text, html]) {
      expect(body).not.toContain(sister.user.email)
      expect(body).toContain(`«${fullName(page)}»`)
    }
  })

  it('opens a closed page to whom it was sent, and to no other account', async () => {
    await invite()
    const token = await tokenFor(brother.user.email)
    const another = await accept(await server.signUp(), token)
    expect(another.statusCode).toBe(403)
    expect((await server.api({ url: `/memorial/${page.id}`, token: brother.token })).statusCode).toBe(403)

    expect((await accept(brother, token)).statusCode).toBe(200)
    expect(await read(brother)).toMatchObject({ id: page.id, role: 'keeper', public_status: false })
    expect((await letterTo(sister.user.email)).subject).toBe('Ваше приглашение принято')
  })

  it('accepted twice lets in once', async () => {
    await letIn()
    const again = await accept(brother, await tokenFor(brother.user.email))
    expect(again.statusCode).toBe(200)
    expect((await keepersFor(sister)).result).toHaveLength(2)
  })

  it('is worth nothing once it is withdrawn, replaced or too old', async () => {
    const { id } = (await invite()).json<Invitation>()
    const withdrawn = await tokenFor(brother.user.email)
    expect((await remove(`/memorial/${page.id}/invitations/${id}`, sister)).statusCode).toBe(204)
    expect((await remove(`/memorial/${page.id}/invitations/${id}`, sister)).statusCode).toBe(404)
    await invite()
    const replaced = await tokenFor(brother.user.email)
    await invite(brother.user.email.toUpperCase())
    const old = await tokenFor(brother.user.email.toUpperCase())
    await server.db
      .updateTable('invitations')
      .set({ expires_at: new Date(0) })
      .where('memorial_id', '=', page.id)
      .execute()
    for (const token of [withdrawn, replaced, old, 'never-was']) {
      expect((await accept(brother, token)).statusCode).toBe(400)
    }
  })

  it('goes neither to oneself nor to whoever keeps the page already', async () => {
    expect((await invite(sister.user.email)).statusCode).toBe(422)
    await letIn()
    expect((await invite()).statusCode).toBe(409)
  })

  it('is not sent without end', async () => {
    const answers = []
    for (let number = 0; number < 21; number++) answers.push((await invite(`rodnya-${number}@example.org`)).statusCode)
    expect(answers.slice(0, 20)).toEqual(new Array(20).fill(201))
    expect(answers[20]).toBe(429)
  })
})

describe('a keeper', () => {
  beforeEach(() => letIn())

  it('finds the page among their own, with what they are to it', async () => {
    const own = await aStoredMemorial(server, (await roomFor(brother)).token)
    const { result } = (await server.api({ url: '/memorial/my_memorials', token: brother.token })).json<{
      result: Memorial[]
    }>()
    expect(result.map(({ id, role }) => [id, role])).toEqual([
      [own.id, 'owner'],
      [page.id, 'keeper'],
    ])
  })

  it('changes the page, its status too, and decides on words', async () => {
    const changed = await server.api({
      method: 'PATCH',
      url: `/memorial/update/${page.id}/`,
      token: brother.token,
      payload: { public_status: 'true', biography: 'Брат помнит.' },
    })
    expect(changed.json()).toMatchObject({ public_status: true, biography: 'Брат помнит.', role: 'keeper' })
    const words = { memorials_id: page.id, description: 'Помню.', author: 'Сосед' }
    await server.api({
      method: 'POST',
      url: '/memories/create',
      payload: { ...words, author_email: 'sosed@example.org' },
    })
    const pending = await server.api({ url: '/memories/pending', token: brother.token })
    const [waiting] = pending.json<PendingMemories>().result
    const decided = await post(`/memories/moderate/${waiting?.id}`, brother, { decision: 'approved' })
    expect(decided.statusCode).toBe(200)
    expect((await post('/memories/create', brother, words)).json()).toMatchObject({ status: 'approved' })
    const audited = await auditOf(page.id)
    expect(audited).toEqual([
      ['memorial_opened', 'keeper', brother.user.id],
      ['memory_approved', 'keeper', brother.user.id],
    ])
  })

  it('is told no e-mails, and the owner is', async () => {
    expect((await keepersFor(brother)).result).toEqual([
      { user_id: sister.user.id, email: null, display_name: null, role: 'owner' },
      { user_id: brother.user.id, email: null, display_name: null, role: 'keeper' },
    ])
    await server.api({ method: 'PATCH', url: '/users/me', token: sister.token, payload: { display_name: 'Аня' } })
    expect((await keepersFor(brother)).result.map(({ display_name }) => display_name)).toEqual(['Аня', null])
    expect(await keepersFor(brother)).not.toHaveProperty('invitations')
    expect((await keepersFor(sister)).result.map(({ email }) => email)).toEqual([sister.user.email, brother.user.email])
  })

  it('leaves, or is let go, and is a stranger from then on; the owner stays', async () => {
    const cousin = await server.signUp()
    await letIn(cousin)
    const url = (person: Person) => `/memorial/${page.id}/keepers/${person.user.id}`
    expect((await remove(url(cousin), brother)).statusCode).toBe(403)
    expect((await remove(url(sister), sister)).statusCode).toBe(400)
    expect((await remove(url(cousin), sister)).statusCode).toBe(204)
    expect((await remove(url(cousin), sister)).statusCode).toBe(404)
    expect((await remove(url(brother), brother)).statusCode).toBe(204)
    for (const { token } of [brother, cousin]) {
      expect((await server.api({ url: `/memorial/${page.id}`, token })).statusCode).toBe(403)
    }
    expect((await keepersFor(sister)).result).toHaveLength(1)
  })
})

describe('a page that is handed over', () => {
  it('moves with its storage once it is accepted, and the former owner keeps it', async () => {
    await letIn()
    await roomFor(brother)
    expect((await offer()).statusCode).toBe(202)
    expect((await read(sister)).role).toBe('owner')
    expect((await accept(brother, await tokenFor(brother.user.email))).statusCode).toBe(200)

    expect(await read(brother)).toMatchObject({ role: 'owner', user_id: brother.user.id })
    expect(await read(sister)).toMatchObject({ role: 'keeper' })
    expect((await keepersFor(brother)).result.map(({ email }) => email)).toEqual([
      brother.user.email,
      sister.user.email,
    ])
    expect((await remove(`/memorial/delete/${page.id}/`, sister)).statusCode).toBe(403)
  })

  it('needs the password, and a free place where it goes', async () => {
    expect((await offer(brother.user.email, 'Ne-tot-1945')).statusCode).toBe(400)
    await place(brother, 0)
    await offer()
    const token = await tokenFor(brother.user.email)
    expect((await accept(brother, token)).statusCode).toBe(403)
    await place(brother, 1)
    expect((await accept(brother, token)).statusCode).toBe(200)
  })

  it('ends the invitations of the former owner, who may not invite any more', async () => {
    const cousin = await server.signUp()
    await roomFor(brother)
    await invite(cousin.user.email)
    const ofCousin = await tokenFor(cousin.user.email)
    await offer()
    await accept(brother, await tokenFor(brother.user.email))
    expect((await accept(cousin, ofCousin)).statusCode).toBe(400)
    expect((await keepersFor(brother)).invitations).toEqual([])
    expect((await keepersFor(brother)).result.map(({ user_id }) => user_id)).toEqual([brother.user.id, sister.user.id])
  })

  it('goes to one of two to whom it was offered', async () => {
    const cousin = await roomFor(await server.signUp())
    await roomFor(brother)
    await offer()
    await offer(cousin.user.email)
    expect((await accept(cousin, await tokenFor(cousin.user.email))).statusCode).toBe(200)
    expect((await accept(brother, await tokenFor(brother.user.email))).statusCode).toBe(400)
    expect(await read(cousin)).toMatchObject({ role: 'owner' })
  })
})

it('an heir is named, told to the account alone, and taken back', async () => {
  const heir = async () => (await server.api({ url: '/users/me/heir', token: sister.token })).json<object>()
  const name = (email: string | null) =>
    server.api({ method: 'PUT', url: '/users/me/heir', token: sister.token, payload: { email } })
  expect(await heir()).toEqual({ email: null, effective_at: null })
  expect((await name('vnuk@example.org')).statusCode).toBe(204)
  expect(await heir()).toEqual({ email: 'vnuk@example.org', effective_at: expect.any(String) as string })
  expect((await name(sister.user.email)).statusCode).toBe(422)
  expect((await name(null)).statusCode).toBe(204)
  expect(await heir()).toEqual({ email: null, effective_at: null })
})

async function roomFor(person: Person): Promise<Person> {
  await place(person, 10)
  return person
}

async function auditOf(memorialId: number) {
  const rows = await server.db
    .selectFrom('audit_log')
    .select(['event', 'actor_role', 'actor_id'])
    .where('memorial_id', '=', memorialId)
    .orderBy('id')
    .execute()
  return rows.map(({ event, actor_role, actor_id }) => [event, actor_role, actor_id])
}
