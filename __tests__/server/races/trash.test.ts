import type { ArchiveItem } from '@contract/archive'
import type { Memorial } from '@contract/memorial'
import type { MemoryPage, WrittenMemory } from '@contract/memory'
import { aNewAddress } from '@support/access-requests'
import { anAdvancedMemorial, anArchiveItem, addToArchive } from '@support/archives'
import { doTheJobs } from '@support/jobs'
import { smallPicture } from '@support/photographs'
import type { TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'
import { ageTrash, trashOf } from '@support/trash'
import { expectAgreement, onEachEngine, statusesOf } from './race'

onEachEngine({
  'brings a page back or destroys it, and nothing between': pageBackOrGone,
  'brings an item back or destroys it, and counts what is there': itemBackOrGone,
  'brings words back or destroys them with their photo, and nothing between': wordsBackOrGone,
  'gives the last place to a page that comes back or to a new one': lastPlace,
  'leaves no file of an upload that comes while its page goes to the trash': uploadAndTrash,
})

/** Every other round the owner destroys it; else its time is over, and the job comes. */
async function pageBackOrGone(server: TestApp) {
  return async (round: number) => {
    const { owner, memorial } = await anAdvancedMemorial(server, { public_status: 'true' })
    await anArchiveItem(server, 'photo', { token: owner.token, memorialId: memorial.id })
    const { pages } = trashOf(server, owner.token)
    await pages.keep(memorial.id)
    if (round % 2) await ageTrash(server)
    const end = round % 2 ? doTheJobs(server).then(() => 204) : pages.destroy(memorial.id).then((a) => a.statusCode)
    const [restored, destroyed] = await Promise.all([pages.restore(memorial.id), end])

    const isBack = restored.statusCode === 200
    if (!isBack) expect(restored.statusCode).toBe(404)
    if (round % 2 === 0) expect(destroyed).toBe(isBack ? 404 : 204)
    expect((await server.api({ url: `/memorial/${memorial.id}` })).statusCode).toBe(isBack ? 200 : 404)
    expect(await pages.list()).toEqual([])
    await expectAgreement(server)
  }
}

async function itemBackOrGone(server: TestApp) {
  const { owner, memorial } = await anAdvancedMemorial(server)
  const items = trashOf(server, owner.token).items('photo')
  return async (round: number) => {
    const item = await anArchiveItem(server, 'photo', { token: owner.token, memorialId: memorial.id })
    await items.keep(item.id)
    if (round % 2) await ageTrash(server)
    const end = round % 2 ? doTheJobs(server).then(() => 204) : items.destroy(item.id).then((a) => a.statusCode)
    const [restored, destroyed] = await Promise.all([items.restore(item.id), end])

    const isBack = restored.statusCode === 200
    if (!isBack) expect(restored.statusCode).toBe(404)
    if (round % 2 === 0) expect(destroyed).toBe(isBack ? 404 : 204)
    const url = `/photo_archive/get_memorial_photos/${memorial.id}`
    const { result } = (await server.api({ url, token: owner.token })).json<{ result: ArchiveItem[] }>()
    expect(result.map(({ position }) => position)).toEqual(result.map((_item, index) => index + 1))
    expect(result.some(({ id }) => id === item.id)).toBe(isBack)
    expect(await items.list(memorial.id)).toEqual([])
    await expectAgreement(server)
  }
}

/** A photo came with half of them. */
async function wordsBackOrGone(server: TestApp) {
  const { owner, memorial } = await anAdvancedMemorial(server, { public_status: 'true' })
  const { words } = trashOf(server, owner.token)
  return async (round: number) => {
    const { id } = await leaveWords(server, owner.token, memorial.id, { withPhoto: round % 4 < 2 })
    await words.keep(id)
    if (round % 2) await ageTrash(server)
    const end = round % 2 ? doTheJobs(server).then(() => 204) : words.destroy(id).then((a) => a.statusCode)
    const [restored, destroyed] = await Promise.all([words.restore(id), end])

    const isBack = restored.statusCode === 200
    if (!isBack) expect(restored.statusCode).toBe(404)
    if (round % 2 === 0) expect(destroyed).toBe(isBack ? 404 : 204)
    const { result } = (await server.api({ url: `/memories/all?memorial_id=${memorial.id}` })).json<MemoryPage>()
    expect(result.some((shown) => shown.id === id)).toBe(isBack)
    expect(await words.list(memorial.id)).toEqual([])
    await expectAgreement(server)
  }
}

/** The owner's own words: nobody has to approve them. */
async function leaveWords(server: TestApp, token: string, memorialId: number, { withPhoto }: { withPhoto: boolean }) {
  const form = new FormData()
  form.append('memorials_id', String(memorialId))
  form.append('author', 'Внук')
  form.append('description', 'Мы на крыльце.')
  if (withPhoto) form.append('file', new Blob([new Uint8Array(await smallPicture())]), 'porch.jpg')
  const payload = { url: '/memories/create', token, payload: form, remoteAddress: aNewAddress() }
  return (await server.api({ method: 'POST', ...payload })).json<WrittenMemory>()
}

async function lastPlace(server: TestApp) {
  return async () => {
    const owner = await anOwner(server)
    const { pages } = trashOf(server, owner.token)
    const memorial = await aStoredMemorial(server, owner.token)
    await pages.keep(memorial.id)
    await server.db.updateTable('users').set({ max_memorials: 1 }).where('id', '=', owner.user.id).execute()
    const [restored, made] = await Promise.all([
      pages.restore(memorial.id).then(({ statusCode }) => statusCode),
      aStoredMemorial(server, owner.token),
    ])
    expect([restored === 200, typeof made.id === 'number'].filter(Boolean)).toHaveLength(1)
    const { result } = (await server.api({ url: '/memorial/my_memorials', token: owner.token })).json<{
      result: Memorial[]
    }>()
    expect(result).toHaveLength(1)
    await expectAgreement(server)
  }
}

async function uploadAndTrash(server: TestApp) {
  return async () => {
    const { owner, memorial } = await anAdvancedMemorial(server)
    const { pages } = trashOf(server, owner.token)
    const upload = addToArchive(server, 'photo', { token: owner.token, memorialId: memorial.id })
    const statuses = await statusesOf([upload, pages.keep(memorial.id)])
    expect([
      [201, 204],
      [204, 404],
    ]).toContainEqual(statuses)
    await expectAgreement(server)
    await pages.destroy(memorial.id)
    await expectAgreement(server)
  }
}
