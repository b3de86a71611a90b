import sharp from 'sharp'
import { ID_MAX } from '@contract/limits'
import type { Memorial } from '@contract/memorial'
import { linkPicturePath } from '@server/lib/link-picture-path'
import { loseFiles } from '@support/broken-store'
import { startTestApp, type TestApp } from '@support/server-app'
import { aStoredMemorial, anOwner } from '@support/test-memorials'

let server: TestApp
let token: string

beforeAll(async () => {
  server = await startTestApp()
  token = (await anOwner(server)).token
})
afterAll(() => server.close())

const addressOf = (memorial: Memorial) => linkPicturePath(memorial, server.config.site.siteName)
const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers })
const bytesAt = async (url: string) => (await get(url)).rawPayload
const sitePicture = () => bytesAt('/preview.jpg')
const linkPictures = async () => [...(await server.storedFiles()).keys()].filter((file) => file.endsWith('link.jpg'))

async function change(memorial: Memorial, fields: Record<string, string | Blob>): Promise<Memorial> {
  const payload = new FormData()
  for (const [name, value] of Object.entries(fields)) payload.append(name, value)
  const url = `/memorial/update/${memorial.id}`
  return (await server.api({ method: 'PATCH', url, token, payload })).json<Memorial>()
}

it('is a JPEG of 1200 × 630 for a public memorial, and another for the site', async () => {
  const memorial = await aStoredMemorial(server, token, {}, { withPhoto: true })
  const response = await get(addressOf(memorial))

  expect(response.headers).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': 'private, max-age=600' })
  expect(response.headers['content-length']).toBe(String(response.rawPayload.length))
  expect(await sharp(response.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
  expect(await sharp(await sitePicture()).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
  expect(response.rawPayload).not.toEqual(await sitePicture())
})

it('shows the portrait where there is one', async () => {
  // The test's picture is a red rectangle, and nothing else on the drawing is red.
  const isRed = async (url: string) => {
    const { data, info } = await sharp(await bytesAt(url))
      .raw()
      .toBuffer({ resolveWithObject: true })
    const at = (315 * info.width + 280) * info.channels
    return (data[at] ?? 0) > 150 && (data[at + 1] ?? 255) < 80
  }
  expect(await isRed(addressOf(await aStoredMemorial(server, token, {}, { withPhoto: true })))).toBe(true)
  expect(await isRed(addressOf(await aStoredMemorial(server, token)))).toBe(false)
})

it('is drawn once, and asked for again it has not changed', async () => {
  const memorial = await aStoredMemorial(server, token, {}, { withPhoto: true })
  const before = await linkPictures()
  const [one, other] = await Promise.all([get(addressOf(memorial)), get(addressOf(memorial))])

  expect(other.rawPayload).toEqual(one.rawPayload)
  expect((await get(addressOf(memorial), { 'if-none-match': String(one.headers.etag) })).statusCode).toBe(304)
  expect((await linkPictures()).length).toBe(before.length + 1)
})

it.each<[string, Record<string, string | Blob>]>([
  ['name', { lastname: 'Берёзкин' }],
  ['date of birth', { birth_date: '1919-05-09' }],
  ['precision of a date', { death_precision: 'about' }],
  ['maiden name', { maiden_name: 'Каримова' }],
])('goes with a change of the %s, and has another address then', async (_what, fields) => {
  const memorial = await aStoredMemorial(server, token)
  const before = await bytesAt(addressOf(memorial))
  const kept = await linkPictures()

  const changed = await change(memorial, fields)

  expect((await linkPictures()).length).toBe(kept.length - 1)
  expect(addressOf(changed)).not.toBe(addressOf(memorial))
  expect(await bytesAt(addressOf(changed))).not.toEqual(before)
})

it('goes with a new portrait', async () => {
  const memorial = await aStoredMemorial(server, token, {}, { withPhoto: true })
  const before = await bytesAt(addressOf(memorial))
  const blue = await sharp({ create: { width: 40, height: 50, channels: 3, background: 'blue' } })
    .png()
    .toBuffer()

  const changed = await change(memorial, { photo: new Blob([new Uint8Array(blue)]) })

  expect(addressOf(changed)).not.toBe(addressOf(memorial))
  expect(await bytesAt(addressOf(changed))).not.toEqual(before)
})

it('stays when something else changes', async () => {
  const memorial = await aStoredMemorial(server, token)
  await get(addressOf(memorial))
  const kept = await linkPictures()

  const changed = await change(memorial, { biography: 'Сажал яблони.' })

  expect(addressOf(changed)).toBe(addressOf(memorial))
  expect(await linkPictures()).toEqual(kept)
})

it('goes with the page, also from the store', async () => {
  const memorial = await aStoredMemorial(server, token, {}, { withPhoto: true })
  await get(addressOf(memorial))
  const kept = await linkPictures()

  await server.api({ method: 'DELETE', url: `/memorial/delete/${memorial.id}`, token })

  expect((await linkPictures()).length).toBe(kept.length - 1)
})

it('is drawn anew when its file was lost', async () => {
  const memorial = await aStoredMemorial(server, token)
  const before = await bytesAt(addressOf(memorial))
  for (const file of await linkPictures()) await loseFiles(server, file.split('/').at(-2) ?? '', ['link.jpg'])

  expect(await bytesAt(addressOf(memorial))).toEqual(before)
})

it('tells nothing of a closed page: the same answer as for one that is not there', async () => {
  const closed = await aStoredMemorial(server, token, { public_status: 'false' }, { withPhoto: true })
  const wasOpen = await aStoredMemorial(server, token, {}, { withPhoto: true })
  await get(addressOf(wasOpen))
  const before = await linkPictures()
  await change(wasOpen, { public_status: 'false' })
  expect((await linkPictures()).length).toBe(before.length - 1)

  const answerOf = async (id: number) => {
    const { statusCode, headers, rawPayload } = await get(`/memorials/${id}/preview.jpg?v=x`)
    return { statusCode, headers: { ...headers, date: '' }, bytes: rawPayload.toString('base64') }
  }
  const none = await answerOf(9_999_999)
  expect(none).toMatchObject({ statusCode: 200, bytes: (await sitePicture()).toString('base64') })
  for (const id of [closed.id, wasOpen.id, ID_MAX + 1]) expect(await answerOf(id)).toEqual(none)
})

it('is not kept when the page is closed while it is drawn', async () => {
  const memorial = await aStoredMemorial(server, token, {}, { withPhoto: true })
  const drawn = get(addressOf(memorial))
  await change(memorial, { public_status: 'false' })

  const { rawPayload } = await drawn
  expect(rawPayload.length).toBeGreaterThan(0)
  const row = await server.db
    .selectFrom('memorials')
    .select(['link_picture_id', 'public_status'])
    .where('id', '=', memorial.id)
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ link_picture_id: null, public_status: false })
})

it('answers HEAD like GET', async () => {
  const memorial = await aStoredMemorial(server, token)
  const { headers } = await get(addressOf(memorial))
  const head = await server.app.inject({ method: 'HEAD', url: addressOf(memorial) })
  expect([head.statusCode, head.headers['content-length'], head.rawPayload.length]).toEqual([
    200,
    headers['content-length'],
    0,
  ])
})
