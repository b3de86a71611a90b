import type { Proposals, Proposed } from '@contract/history'
import { startTestApp, type TestApp } from '@support/server-app'
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
})
