import { ARCHIVE_KINDS, type ArchiveItem, type ArchiveKind, archivePaths } from '@contract/archive'
import type { Memorial } from '@contract/memorial'
import { TRASH_DAYS } from '@contract/retention'
import { recountStorage } from '@server/modules/operator/repository'
import { expectRowsAndFilesToAgree } from '@support/agreement'
import { anAdvancedMemorial, anArchiveItem } from '@support/archives'
import { doTheJobs } from '@support/jobs'
import { startTestApp, type TestApp } from '@support/server-app'
import { ageTrash, trashOf } from '@support/trash'

let server: TestApp
let token: string
let memorialId: number

beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())
beforeEach(async () => {
  const { owner, memorial } = await anAdvancedMemorial(server, { public_status: 'true' })
  token = owner.token
  memorialId = memorial.id
})
afterEach(async () => {
  await expectRowsAndFilesToAgree(server.db, server.dataDir, server.storedFiles)
})

const add = (kind: ArchiveKind = 'photo') => anArchiveItem(server, kind, { token, memorialId })
const trash = (kind: ArchiveKind = 'photo') => trashOf(server, token).items(kind)
const list = async (kind: ArchiveKind = 'photo') =>
  (await server.api({ url: `${archivePaths(kind).list}/${memorialId}` })).json<{ result: ArchiveItem[] }>().result
const ids = async () => (await list()).map(({ id }) => id)
const used = async () =>
  (await server.api({ url: `/memorial/${memorialId}`, token })).json<Memorial>().used_storage_bytes ?? 0
const fileStatus = async ({ file_path }: ArchiveItem) => (await server.app.inject(file_path)).statusCode

it.each(ARCHIVE_KINDS)('takes a %s out of its archive and brings it back', async (kind) => {
  const item = await add(kind)
  const bytes = await used()
  expect([await fileStatus(item), await list(kind)]).toEqual([200, [item]])

  expect((await trash(kind).keep(item.id)).statusCode).toBe(204)

  expect([await fileStatus(item), await list(kind), await used()]).toEqual([404, [], bytes])
  expect(await trash(kind).list(memorialId)).toEqual([expect.objectContaining({ id: item.id, size_bytes: bytes })])
  for (const other of ARCHIVE_KINDS.filter((one) => one !== kind)) {
    expect((await trash(other).restore(item.id)).statusCode).toBe(404)
  }

  const restored = await trash(kind).restore(item.id)

  expect([restored.statusCode, restored.json()]).toEqual([200, item])
  expect([await fileStatus(item), await list(kind), await used()]).toEqual([200, [item], bytes])
  expect(await trash(kind).list(memorialId)).toEqual([])
})

it('shows a tiny picture of a photo in the trash', async () => {
  const { id } = await add()
  await trash().keep(id)
  const [item] = await trash().list(memorialId)
  expect(item?.preview).toMatch(/^data:image/)
  expect(item?.width).toBeGreaterThan(0)
})

it('puts an item back where it stood, or at the end of a shorter archive', async () => {
  const [first, second, third] = [await add(), await add(), await add()]
  await trash().keep(second.id)
  expect((await list()).map(({ position }) => position)).toEqual([1, 2])
  await trash().restore(second.id)
  expect(await ids()).toEqual([first.id, second.id, third.id])
  expect((await list()).map(({ position }) => position)).toEqual([1, 2, 3])
  await trash().keep(third.id)
  await trash().keep(first.id)
  await trash().restore(third.id)
  expect(await ids()).toEqual([second.id, third.id])
})

it('counts in the storage until it is destroyed, also when the operator counts anew', async () => {
  const { id } = await add()
  const bytes = await used()
  await trash().keep(id)
  expect(await recountStorage(server.db)).toEqual([])
  expect(await used()).toBe(bytes)
  expect((await trash().destroy(id)).statusCode).toBe(204)
  expect([await used(), (await trash().destroy(id)).statusCode]).toEqual([0, 404])
})

it('is out of reach of every other call for items', async () => {
  const { id } = await add()
  await trash().keep(id)
  const form = new FormData()
  form.append('description', 'Иначе')
  const calls = [
    server.api({ method: 'PATCH', url: `/photo_archive/update/${id}`, token, payload: form }),
    server.api({ method: 'DELETE', url: `/photo_archive/delete/${id}`, token }),
    trash().keep(id),
  ]
  for (const call of calls) expect((await call).statusCode).toBe(404)
  const payload = { memorial_id: memorialId, ids: [id] }
  expect((await server.api({ method: 'POST', url: '/photo_archive/reorder', token, payload })).statusCode).toBe(422)
})

it('does not bring an item that is on its page back or destroy it by the calls for the trash', async () => {
  const { id } = await add()
  expect((await trash().restore(id)).statusCode).toBe(404)
  expect((await trash().destroy(id)).statusCode).toBe(404)
  expect(await ids()).toEqual([id])
})

it('cannot be reached while its page lies in the trash, and can when that is back', async () => {
  const { id } = await add()
  await trash().keep(id)
  const { pages } = trashOf(server, token)
  await pages.keep(memorialId)
  expect((await trash().restore(id)).statusCode).toBe(404)
  await pages.restore(memorialId)
  expect((await trash().restore(id)).statusCode).toBe(200)
})

it('is destroyed after its time with its files, and not before', async () => {
  const { id } = await add('audio')
  await add('audio')
  const bytes = await used()
  await trash('audio').keep(id)
  await ageTrash(server, TRASH_DAYS - 1)
  await doTheJobs(server)
  expect(await trash('audio').list(memorialId)).toHaveLength(1)

  await ageTrash(server)
  await doTheJobs(server)
  await doTheJobs(server)

  expect(await trash('audio').list(memorialId)).toEqual([])
  expect(await used()).toBe(bytes / 2)
})

it('lets a film wait for its poster again, which it may have missed in the trash', async () => {
  const { id } = await add('video')
  const film = () =>
    server.db.selectFrom('archive_items').select(['prepare_due_at']).where('id', '=', id).executeTakeFirstOrThrow()
  await trash('video').keep(id)
  await server.db.updateTable('archive_items').set({ prepare_due_at: null }).where('id', '=', id).execute()
  await trash('video').restore(id)
  expect((await film()).prepare_due_at).not.toBeNull()
})

it('is deleted without a way back by the call without `keep`', async () => {
  const { id } = await add()
  await server.api({ method: 'DELETE', url: `/photo_archive/delete/${id}`, token })
  expect([await trash().list(memorialId), await used()]).toEqual([[], 0])
})
