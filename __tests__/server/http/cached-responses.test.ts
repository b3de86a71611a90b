import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Memorial, MemorialPage } from '@contract/memorial'
import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'

const LISTS = ['/memorial/public_memorials', '/memorial/swo_memorials?sort_by=birth_date']
/** With PostgreSQL every connection tells of a change, and those that did not make it may do so a little later. */
const LAST_TOLD_MS = 200

const PARTS: [string, (id: number) => string][] = [
  ['the page', (id) => `/memorial/${id}`],
  ['its QR code', (id) => `/memorial/${id}/qrcode`],
  ['its burial place', (id) => `/burial/${id}`],
  ['its words', (id) => `/memories/all?memorial_id=${id}`],
  ['its photos', (id) => `/photo_archive/get_memorial_photos/${id}`],
  ['its recordings', (id) => `/audio_archive/get_memorial_audios/${id}`],
  ['its films', (id) => `/video_archive/get_memorial_videos/${id}`],
]

let server: TestApp
let owner: string

beforeAll(async () => {
  server = await startTestApp()
  owner = (await anOwner(server, { advanced: 100 })).token
})
afterAll(() => server.close())

const get = (url: string, headers: Record<string, string> = {}) => server.api({ url, headers })
const aPublicMemorial = async () => {
  const fields = { public_status: 'true', swo_status: 'true', rate_check: 'true' }
  const memorial = await aStoredMemorial(server, owner, fields)
  await server.db.insertInto('burials').values({ memorial_id: memorial.id, burial_address: 'Тверь' }).execute()
  await pause(LAST_TOLD_MS)
  return memorial
}
const change = (memorial: Memorial, fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return server.api({ method: 'PATCH', url: `/memorial/update/${memorial.id}`, token: owner, payload: form })
}

/** Changes a row so that no process hears of it: what is still answered as before was kept. */
async function changeInSecret(table: string, change: string, memorial: Memorial): Promise<void> {
  await server.db.transaction().execute(async (tx) => {
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx)
    const column = { memorials: 'id', memories: 'memorials_id' }[table] ?? 'memorial_id'
    await sql`update ${sql.table(table)} set ${sql.raw(change)} where ${sql.ref(column)} = ${memorial.id}`.execute(tx)
    await sql`alter table ${sql.table(table)} enable trigger user`.execute(tx)
  })
}

it.each(LISTS)('keeps the list %s for guests', async (url) => {
  const memorial = await aPublicMemorial()
  const first = await get(url)
  await changeInSecret('memorials', `name = 'Тихон'`, memorial)
  const again = await get(url)

  expect(again.body).toBe(first.body)
  expect(again.headers).toMatchObject({ ...first.headers, date: expect.any(String) as string })
  const { etag } = first.headers
  const known = await get(url, { 'if-none-match': String(etag) })
  expect(known.statusCode).toBe(304)
  expect(known.body).toBe('')
  expect(known.headers).toMatchObject({ etag, 'cache-control': 'public, max-age=3', vary: 'Authorization' })
})

it.each(PARTS)('keeps %s once, whatever else somebody writes into its address', async (_what, addressOf) => {
  const memorial = await aPublicMemorial()
  const url = addressOf(memorial.id)
  const first = await get(url)
  await changeInSecret('memorials', 'public_status = false, swo_status = false', memorial)
  for (const more of ['visit=1', 'x=1&x=2', 'limits=5', '%77=1', 'я=да']) {
    const again = await get(`${url}${url.includes('?') ? '&' : '?'}${more}`)
    expect([again.statusCode, again.body]).toEqual([first.statusCode, first.body])
  }
})

it('keeps an answer to what is asked, in whatever order, apart from others', async () => {
  const memorial = await aPublicMemorial()
  const first = await get(`/memories/all?memorial_id=${memorial.id}&limit=1&offset=0`)
  const other = await get(`/memories/all?memorial_id=${memorial.id}&limit=2`)
  await changeInSecret('memorials', 'public_status = false, swo_status = false', memorial)
  const again = await get(`/memories/all?offset=0&limit=1&memorial_id=${memorial.id}`)
  expect([again.statusCode, again.body]).toEqual([200, first.body])
  expect((await get(`/memories/all?limit=2&memorial_id=${memorial.id}`)).body).toBe(other.body)
  expect((await get(`/memories/all?memorial_id=${memorial.id}&limit=3`)).statusCode).toBe(403)
})

it('keeps a page for guests, and answers those who come with a token anew', async () => {
  const memorial = await aPublicMemorial()
  const [, pathOf] = PARTS[0] as (typeof PARTS)[0]
  const first = await get(pathOf(memorial.id))
  await changeInSecret('memorials', `name = 'Тихон'`, memorial)

  expect((await get(pathOf(memorial.id))).body).toBe(first.body)
  const ofOwner = await server.api({ url: pathOf(memorial.id), token: owner })
  expect(ofOwner.json<Memorial>()).toMatchObject({ name: 'Тихон', media_storage_limit: expect.any(Number) as number })
  expect((await get(pathOf(memorial.id))).body).toBe(first.body)
})

it('keeps what an owner sees for nobody', async () => {
  const memorial = await aPublicMemorial()
  const url = `/memorial/${memorial.id}`
  await server.api({ url, token: owner })
  expect((await get(url)).json()).not.toHaveProperty('media_storage_limit')
})

it.each(PARTS)('closes %s with the page, at once', async (_what, pathOf) => {
  const memorial = await aPublicMemorial()
  const url = pathOf(memorial.id)
  expect([(await get(url)).statusCode, (await get(url)).statusCode]).toEqual([200, 200])
  expect((await change(memorial, { public_status: 'false' })).statusCode).toBe(200)

  expect((await get(url)).statusCode).toBe(403)
  expect((await get(url)).headers['cache-control']).toBe('no-store')
})

it('shows a change to everybody at once', async () => {
  const memorial = await aPublicMemorial()
  const list = '/memorial/public_memorials?limit=100'
  const nameIn = async () => (await get(list)).json<MemorialPage>().result.find(({ id }) => id === memorial.id)?.name
  expect(await nameIn()).toBe(memorial.name)
  await change(memorial, { name: 'Тихон', public_status: 'true' })

  expect(await nameIn()).toBe('Тихон')
  expect((await get(`/memorial/${memorial.id}`)).json<Memorial>().name).toBe('Тихон')
})

it('keeps no refusal', async () => {
  const url = '/memorial/public_memorials?limit=x'
  expect([(await get(url)).statusCode, (await get(url)).statusCode]).toEqual([422, 422])
  const memorial = await aPublicMemorial()
  await change(memorial, { public_status: 'false' })
  const page = `/memorial/${memorial.id}`
  expect((await get(page)).statusCode).toBe(403)
  await change(memorial, { public_status: 'true' })
  expect((await get(page)).statusCode).toBe(200)
})

it('keeps what differs by its query apart', async () => {
  await aPublicMemorial()
  await aPublicMemorial()
  const one = (await get('/memorial/public_memorials?limit=1')).json<MemorialPage>()
  const two = (await get('/memorial/public_memorials?limit=2')).json<MemorialPage>()
  expect([one.result.length, two.result.length]).toEqual([1, 2])
})
