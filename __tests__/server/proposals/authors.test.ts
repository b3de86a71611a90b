import { CONSENT_VERSION, type GivenConsent } from '@contract/consent'
import type { Proposals, Proposed, WrittenProposal } from '@contract/proposals'
import { recordReached } from '@server/mail/repository'
import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner } from '@support/test-memorials'
import { aFamily, type Person } from '../history/family'

let server: TestApp
let family: Awaited<ReturnType<typeof aFamily>>
let visits = 0

beforeAll(async () => {
  server = await startTestApp({ TRUST_PROXY: '1' })
  await server.postman.stop()
})
afterAll(() => server.close())
beforeEach(async () => {
  family = await aFamily(server)
})

const A_VALUE = { field: 'biography', value: 'Родился в Больших Вязёмах.' }

async function proposed(fields: Record<string, string>, by?: Person): Promise<Proposed> {
  const payload = new FormData()
  const signed = { author: 'Вера', ...(!by && { author_email: `vera-${++visits}@example.org` }), ...fields }
  for (const [name, value] of Object.entries(signed)) payload.append(name, value)
  const url = `/memorial/${family.page.id}/proposals`
  const headers = { 'x-forwarded-for': `10.1.${++visits >> 8}.${visits & 255}` }
  const sent = await server.api({ method: 'POST', url, payload, headers, ...(by && { token: by.token }) })
  expect(sent.statusCode).toBe(201)
  return sent.json<Proposed>()
}

describe('proposals', () => {
  it('are looked for by page, text and kind', async () => {
    const { sister, page } = family
    await proposed({ ...A_VALUE, note: 'Звоните: +7 916 123-45-67' })
    await proposed({ field: 'name', value: 'Павел' })
    const found = async (query: string) =>
      (await server.api({ url: `/proposals/pending?${query}`, token: sister.token }))
        .json<Proposals>()
        .result.map(({ field }) => field)
    expect(await found('sort_order=desc')).toEqual(['name', 'biography'])
    expect(await found(`q=${encodeURIComponent('больших')}`)).toEqual(['biography'])
    expect(await found('suspicious=true')).toEqual(['biography'])
    expect(await found(`memorial_id=${page.id}&limit=1`)).toEqual(['biography'])
    expect(await found(`memorial_id=${page.id + 1000}`)).toEqual([])
  })

  it('are answered with the link that reads and takes them back', async () => {
    await recordReached(server.db, server.secretKey, 'reached@example.org')
    const { id, own_token } = await proposed({ ...A_VALUE, author_email: 'reached@example.org' })
    const payload = { decision: 'rejected', note: 'Спасибо, но мама помнит иначе.' }
    await server.api({ method: 'POST', url: `/proposals/${id}/decide`, token: family.sister.token, payload })
    const letters = server.db.selectFrom('letters').select('body_text').where('recipient', '=', 'reached@example.org')
    const { body_text: letter } = await letters.executeTakeFirstOrThrow()
    expect(letter).toContain(`/proposals/own?token=${own_token}`)
    expect(letter).toContain('Спасибо, но мама помнит иначе.')
    const own = await server.api({ method: 'POST', url: '/proposals/own', payload: { own_token } })
    expect(own.json()).toMatchObject({ status: 'rejected', reply: 'Спасибо, но мама помнит иначе.' })
  })

  it('are among the consents of their author, and go with a withdrawn one', async () => {
    const { user, token } = await anOwner(server)
    const given = async () =>
      (await server.api({ url: '/users/me/consents', token })).json<{ result: GivenConsent[] }>().result
    const withdraw = (who: string, id: number) =>
      server.api({ method: 'DELETE', url: `/users/me/consents/proposal/${id}`, token: who })
    const { id } = await proposed({ ...A_VALUE, author_email: user.email, consent_version: CONSENT_VERSION })
    await proposed({ field: 'name', value: 'Павел', consent_version: CONSENT_VERSION })
    expect(await given()).toMatchObject([
      { occasion: 'proposal', id, edition: CONSENT_VERSION, memorial_name: 'Ёлкин Пётр Андреевич' },
    ])
    expect((await withdraw(family.sister.token, id)).statusCode).toBe(404)
    expect((await withdraw(token, id)).statusCode).toBe(204)
    expect([await given(), (await withdraw(token, id)).statusCode]).toEqual([[], 404])
    const { total } = (await server.api({ url: '/proposals/pending', token: family.sister.token })).json<Proposals>()
    expect(total).toBe(1)
  })
})

it('a proposal for a page that was closed since tells its author the name and nothing more of it', async () => {
  const { own_token } = await proposed({ field: 'birth_date', value: '1921', precision: 'year' })
  await server.db.updateTable('memorials').set({ public_status: false }).where('id', '=', family.page.id).execute()
  const own = await server.api({ method: 'POST', url: '/proposals/own', payload: { own_token } })
  const written = own.json<WrittenProposal>()
  const ofProposal = ['author', 'created_at', 'field', 'id', 'note', 'photo', 'reply', 'status', 'value']
  expect(Object.keys(written).sort()).toEqual([...ofProposal, 'memorial_id', 'memorial_name'].sort())
  expect(written.memorial_name).toBe('Ёлкин Пётр Андреевич')
  expect(own.body).not.toContain('1921-05-09')
})
