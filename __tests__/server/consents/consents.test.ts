import { CONSENT_VERSION, type GivenConsent } from '@contract/consent'
import type { WrittenMemory } from '@contract/memory'
import { fullName } from '@contract/names'
import type { Memorial } from '@contract/memorial'
import { aNewAddress } from '@support/access-requests'
import { expectRowsAndFilesToAgree } from '@support/agreement'
import { smallPicture } from '@support/photographs'
import { startTestApp, TEST_PASSWORD, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'
import { peopleOf, type Person } from '../leaving/someone'

/** As config/legal says. */
const IN_FORCE = {
  agreement: { edition: '2026-11-26', is_current: true },
  policy: { edition: '2026-11-30', is_current: true },
}

let server: TestApp
let owner: Person
let sister: Person
let page: Memorial
const { login, tokenFor } = peopleOf(() => server)

beforeAll(async () => {
  server = await startTestApp()
  await server.postman.stop()
})
afterAll(() => server.close())
beforeEach(async () => {
  owner = await anOwner(server)
  sister = await server.signUp()
  page = await aStoredMemorial(server, owner.token, { public_status: 'true' })
})

const consentsOf = async ({ token }: Person) =>
  (await server.api({ url: '/users/me/consents', token })).json<{ result: GivenConsent[] }>().result
const withdraw = async ({ token }: Person, occasion: string, id: number) =>
  (await server.api({ method: 'DELETE', url: `/users/me/consents/${occasion}/${id}`, token })).statusCode
const send = (url: string, payload: object) =>
  server.api({ method: 'POST', url, payload, remoteAddress: aNewAddress() })

/** As a guest, from an address. */
async function leaveWords(author_email: string, consent_version?: string): Promise<WrittenMemory> {
  const form = new FormData()
  const fields = { memorials_id: page.id, author: 'Сестра', description: 'Помню.', author_email, consent_version }
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, String(value))
  form.append('file', new Blob([(await smallPicture()) as Uint8Array<ArrayBuffer>]), 'photo.jpg')
  return (await send('/memories/create', form)).json<WrittenMemory>()
}

const ask = (email: string) =>
  send(`/memorial/${page.id}/access-requests`, { name: 'Вера', email, text: '', consent_version: CONSENT_VERSION })
const report = (email: string) =>
  send(`/memorial/${page.id}/report`, { reason: 'wrong', text: 'Год', email, consent_version: CONSENT_VERSION })

it('tells of a consent that came with the registration, which ends only with the account', async () => {
  const email = 'novaya@example.org'
  await send('/auth/register', { email, password: TEST_PASSWORD, consent_version: CONSENT_VERSION })
  await server.api({ url: `/auth/verify?token=${await tokenFor(email)}` })
  const { access_token: token } = (await login(email)).json<{ access_token: string }>()
  const [given, ...others] = await consentsOf({ ...sister, token })
  expect(others).toEqual([])
  expect(given).toMatchObject({ occasion: 'account', edition: CONSENT_VERSION, memorial_name: null, ...IN_FORCE })
  expect(Date.now() - Date.parse(given?.given_at ?? '')).toBeLessThan(60_000)
  expect(await withdraw({ ...sister, token }, 'account', given?.id ?? 0)).toBe(404)
})

it('tells of what was sent from the address as a guest, the last first, and of nothing else', async () => {
  const { id } = await leaveWords(sister.user.email.toUpperCase(), CONSENT_VERSION)
  await leaveWords(sister.user.email)
  await leaveWords('drugaya@example.org', CONSENT_VERSION)
  await server.db.updateTable('memorials').set({ public_status: false }).where('id', '=', page.id).execute()
  await ask(sister.user.email)
  await report(sister.user.email)
  const given = await consentsOf(sister)
  expect(given.map(({ occasion, memorial_name: name }) => [occasion, name])).toEqual([
    ['report', null],
    ['request', null],
    ['words', fullName(page)],
  ])
  expect(given[2]).toMatchObject({ id, edition: CONSENT_VERSION, ...IN_FORCE })
  for (const alone of given.slice(0, 2)) expect(alone).toMatchObject({ agreement: null, policy: null })
})

it('tells which of the other texts that were accepted are not in force any more, and none that was not recorded', async () => {
  const { id } = await leaveWords(sister.user.email, CONSENT_VERSION)
  const change = (editions: { agreement_edition: string | null; policy_edition: string | null }) =>
    server.db.updateTable('consents').set(editions).where('memory_id', '=', id).execute()
  await change({ agreement_edition: '2025-06-18', policy_edition: IN_FORCE.policy.edition })
  expect(await consentsOf(sister)).toMatchObject([
    { agreement: { edition: '2025-06-18', is_current: false }, policy: IN_FORCE.policy },
  ])
  // As the version before this writes it.
  await change({ agreement_edition: null, policy_edition: null })
  expect(await consentsOf(sister)).toMatchObject([{ id, agreement: null, policy: null }])
})

it('destroys words with their photo, on the page and in the trash', async () => {
  for (const isInTrash of [false, true]) {
    const { id } = await leaveWords(sister.user.email, CONSENT_VERSION)
    const url = `/memories/delete/${id}?keep=true`
    if (isInTrash) await server.api({ method: 'DELETE', url, token: owner.token })
    expect(await consentsOf(sister)).toHaveLength(1)
    expect(await withdraw(owner, 'words', id)).toBe(404)
    expect(await withdraw(sister, 'words', id)).toBe(204)
    expect(await withdraw(sister, 'words', id)).toBe(404)
    expect(await server.db.selectFrom('memories').select('id').where('id', '=', id).execute()).toEqual([])
    expect(await consentsOf(sister)).toEqual([])
  }
  const lines = server.db.selectFrom('register').select(['kind', 'done_by']).where('account_id', '=', sister.user.id)
  expect(await lines.execute()).toEqual(new Array(2).fill({ kind: 'consent_withdrawn', done_by: 'holder' }))
  await server.removals.settled()
  await expectRowsAndFilesToAgree(server.db, server.dataDir, server.storedFiles)
})

it('still tells of words of an account, and withdraws them, when their e-mail is forgotten', async () => {
  const words = { memorials_id: page.id, author: 'Сестра', description: 'Помню.', consent_version: CONSENT_VERSION }
  const left = await server.api({ method: 'POST', url: '/memories/create', token: sister.token, payload: words })
  const { id } = left.json<WrittenMemory>()
  expect(left.json()).not.toHaveProperty('author_id')
  await server.db.updateTable('memories').set({ author_email: null }).where('id', '=', id).execute()
  expect(await consentsOf(sister)).toMatchObject([{ occasion: 'words', id }])
  expect(await withdraw(owner, 'words', id)).toBe(404)
  expect(await withdraw(sister, 'words', id)).toBe(204)
  expect(await server.db.selectFrom('memories').select('id').where('id', '=', id).execute()).toEqual([])
})

it('ends a request with the link that it gave, and a report forgets who sent it', async () => {
  await ask(sister.user.email)
  await report(sister.user.email)
  for (const { occasion, id } of await consentsOf(sister)) {
    expect(await withdraw(owner, occasion, id)).toBe(404)
    expect(await withdraw(sister, occasion, id)).toBe(204)
  }
  expect(await consentsOf(sister)).toEqual([])
  const requests = server.db.selectFrom('access_requests').select('id').where('memorial_id', '=', page.id)
  expect(await requests.execute()).toEqual([])
  const reports = server.db.selectFrom('reports').select(['text', 'email']).where('memorial_id', '=', page.id)
  expect(await reports.execute()).toEqual([{ text: 'Год', email: null }])
})

it('gives an account nothing of an address that it did not confirm', async () => {
  const mistaken = await server.signUp({ verified: false })
  const { id } = await leaveWords(mistaken.user.email, CONSENT_VERSION)
  expect((await consentsOf(mistaken)).filter(({ occasion }) => occasion !== 'account')).toEqual([])
  expect(await withdraw(mistaken, 'words', id)).toBe(403)
})
