import { type ArchiveItem, type ArchiveKind, archivePaths, NO_PHOTO_TO_TURN } from '@contract/archive'
import type { Memorial } from '@contract/memorial'
import { addToArchive, anAdvancedMemorial, anArchiveItem } from '@support/archives'
import { colourAt, phonePhotograph } from '@support/photographs'
import { startTestApp, type TestApp } from '@support/server-app'

let server: TestApp
let token: string
let memorialId: number
let photo: ArchiveItem

beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())
beforeEach(async () => {
  const { owner, memorial } = await anAdvancedMemorial(server)
  token = owner.token
  memorialId = memorial.id
  const bytes = await phonePhotograph({ width: 400, height: 300 })
  photo = (await addToArchive(server, 'photo', { token, memorialId, bytes })).json<ArchiveItem>()
})

function change(kind: ArchiveKind, id: number, fields: Record<string, string>) {
  const payload = new FormData()
  for (const [name, value] of Object.entries(fields)) payload.append(name, value)
  return server.api({ method: 'PATCH', url: `${archivePaths(kind).update}/${id}`, token, payload })
}

const bytesAt = async (address: string) => (await server.app.inject(address)).rawPayload

it('turns a photo from how it stands, and what is said of it may change with it', async () => {
  expect([photo.width, photo.height]).toEqual([300, 400])
  const turned = await change('photo', photo.id, { rotate: '90', description: 'У реки' })

  const item = turned.json<ArchiveItem>()
  expect([turned.statusCode, item.id, item.width, item.height, item.description]).toEqual([
    200,
    photo.id,
    400,
    300,
    'У реки',
  ])
  const sideways = await bytesAt(item.file_path)
  expect([await colourAt(sideways, 0.9, 0.5), await colourAt(sideways, 0.1, 0.5)]).toEqual(['red', 'blue'])

  const again = (await change('photo', photo.id, { rotate: '90' })).json<ArchiveItem>()
  const upsideDown = await bytesAt(again.file_path)
  expect([again.width, again.height]).toEqual([300, 400])
  expect([await colourAt(upsideDown, 0.5, 0.9), await colourAt(upsideDown, 0.5, 0.1)]).toEqual(['red', 'blue'])
})

it('leaves nothing of the photo as it stood before, and counts what is there now', async () => {
  const { file_path: address } = (await change('photo', photo.id, { rotate: '180' })).json<ArchiveItem>()

  expect((await server.app.inject(photo.file_path)).statusCode).toBe(404)
  const page = (await server.api({ url: `/memorial/${memorialId}`, token })).json<Memorial>()
  const [, , mediaId = ''] = address.split('/')
  const sizes = [...(await server.storedFiles())].filter(([file]) => file.includes(mediaId)).map(([, size]) => size)
  expect(page.used_storage_bytes).toBe(sizes.reduce((sum, size) => sum + size))
})

it.each([
  ['photo', '0', 200],
  ['photo', '45', 422],
  ['photo', 'набок', 422],
] as const)('a turn of a %s by %s answers %i, and changes nothing', async (kind, rotate, status) => {
  const response = await change(kind, photo.id, { rotate })

  expect(response.statusCode).toBe(status)
  expect((await server.app.inject(photo.file_path)).statusCode).toBe(200)
})

it('only photos can be turned', async () => {
  const song = await anArchiveItem(server, 'audio', { token, memorialId })

  const response = await change('audio', song.id, { rotate: '90' })

  expect(response.statusCode).toBe(422)
  expect(response.body).toContain(NO_PHOTO_TO_TURN)
})

it('refuses a turn that would not fit', async () => {
  await server.db.updateTable('memorials').set({ media_storage_limit: 1 }).where('id', '=', memorialId).execute()
  await server.db.updateTable('archive_items').set({ size_bytes: 1 }).where('id', '=', photo.id).execute()

  expect((await change('photo', photo.id, { rotate: '90' })).statusCode).toBe(413)
  expect((await server.app.inject(photo.file_path)).statusCode).toBe(200)
})

it('of two turns at once one gives way', async () => {
  const statuses = (
    await Promise.all([90, 90].map((rotate) => change('photo', photo.id, { rotate: String(rotate) })))
  ).map(({ statusCode }) => statusCode)

  expect(statuses.sort()).toEqual([200, 409])
})
