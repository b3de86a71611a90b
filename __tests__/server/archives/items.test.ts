import path from 'node:path'
import { ARCHIVE_KINDS, type ArchiveItem, type ArchiveKind, archivePaths, type NewArchiveItem } from '@contract/archive'
import type { Memorial } from '@contract/memorial'
import { addToArchive, anAdvancedMemorial, anArchiveItem, archiveForm, sampleFile } from '@support/archives'
import { startTestApp, type TestApp } from '@support/server-app'
import { bytesOf, filesBelow } from '@support/stored-files'
import { anOwner, aStoredMemorial } from '@support/test-memorials'
import { destroyOverdue } from '@support/trash'

let server: TestApp
let owner: string
let memorialId: number

beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())
beforeEach(async () => {
  const made = await anAdvancedMemorial(server)
  owner = made.owner.token
  memorialId = made.memorial.id
})

const add = (kind: ArchiveKind) => anArchiveItem(server, kind, { token: owner, memorialId })
const filesInStore = () => server.storedFiles()
const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, number) => total + number, 0)
const mediaIdOf = ({ file_path: address }: ArchiveItem) => address.split('/')[2] ?? ''

async function itemsOf(kind: ArchiveKind, id = memorialId): Promise<ArchiveItem[]> {
  const response = await server.api({ url: `${archivePaths(kind).list}/${id}` })
  return response.json<{ result: ArchiveItem[] }>().result
}

async function bytesUsed(): Promise<number | undefined> {
  return (await server.api({ url: `/memorial/${memorialId}`, token: owner })).json<Memorial>().used_storage_bytes
}

function describeAnew(kind: ArchiveKind, id: number | string, description: string | undefined, token?: string) {
  const payload = new FormData()
  if (description !== undefined) payload.append('description', description)
  return server.api({
    method: 'PATCH',
    url: `${archivePaths(kind).update}/${id}`,
    payload,
    ...(token && { token }),
  })
}

const remove = (kind: ArchiveKind, id: number | string, token?: string) =>
  server.api({ method: 'DELETE', url: `${archivePaths(kind).delete}/${id}`, ...(token && { token }) })

it('shows to everyone what each archive of an open page holds, in the order it came', async () => {
  const [song, portrait, story, film] = [await add('audio'), await add('photo'), await add('audio'), await add('video')]
  expect(await itemsOf('photo')).toEqual([portrait])
  expect(await itemsOf('audio')).toEqual([song, story])
  expect(await itemsOf('video')).toEqual([film])
  expect(portrait).toEqual({
    id: expect.any(Number),
    memorial_id: memorialId,
    file_path: expect.stringMatching(/^\/media\/[\w-]+\/picture\.jpg$/),
    description: null,
    width: 40,
    height: 50,
    duration: null,
    poster_path: null,
    is_playable: true,
    is_being_prepared: false,
    date_text: null,
    people: null,
    position: 1,
  })
})

describe.each(ARCHIVE_KINDS)('the %s archive', (kind) => {
  it('of a basic page is empty, and takes nothing', async () => {
    const { token } = await anOwner(server)
    const { id } = await aStoredMemorial(server, token)
    const before = await filesInStore()
    const refusal = await addToArchive(server, kind, { token, memorialId: id })
    expect([refusal.statusCode, refusal.json()]).toEqual([403, { detail: 'Архивы доступны на тарифе «Продвинутый».' }])
    expect(await itemsOf(kind, id)).toEqual([])
    expect(await filesInStore()).toEqual(before)
  })

  it('of a page that is not there is unknown', async () => {
    for (const id of [999_999, 'abc']) {
      expect((await server.api({ url: `${archivePaths(kind).list}/${id}` })).statusCode).toBe(404)
    }
    expect((await addToArchive(server, kind, { token: owner, memorialId: 999_999 })).statusCode).toBe(404)
  })

  it('knows no item of another archive', async () => {
    const item = await add(kind === 'photo' ? 'audio' : 'photo')
    for (const id of [item.id, 999_999, 'abc']) {
      expect((await describeAnew(kind, id, 'другое', owner)).statusCode).toBe(404)
      expect((await remove(kind, id, owner)).statusCode).toBe(404)
    }
    expect(await itemsOf(kind === 'photo' ? 'audio' : 'photo')).toEqual([item])
  })

  it('is changed by the owner of the page alone', async () => {
    const item = await add(kind)
    const before = await filesInStore()
    const others: [string | undefined, number][] = [
      [undefined, 401],
      [(await server.signUp({ verified: false })).token, 403],
      [(await anAdvancedMemorial(server)).owner.token, 403],
    ]
    for (const [token, status] of others) {
      const as = token ? { token } : {}
      expect((await addToArchive(server, kind, { ...as, memorialId })).statusCode).toBe(status)
      expect((await describeAnew(kind, item.id, 'чужое', token)).statusCode).toBe(status)
      expect((await remove(kind, item.id, token)).statusCode).toBe(status)
    }
    expect(await itemsOf(kind)).toEqual([item])
    expect(await filesInStore()).toEqual(before)
    expect((await filesBelow(path.join(server.dataDir, 'uploads'))).size).toBe(0)
  })
})

describe('a description', () => {
  it('comes with the file, or later; absent it stays, empty it goes', async () => {
    const payload = archiveForm(memorialId, await sampleFile('sound.mp3'), { description: ' Поёт\u0007 в саду ' })
    const response = await server.api({ method: 'POST', url: archivePaths('audio').create, token: owner, payload })
    const { duplicate_of: _d, pages: _p, further_ids: _f, ...item } = response.json<NewArchiveItem>()
    expect(item.description).toBe('Поёт в саду')

    const changed = await describeAnew('audio', item.id, 'Поёт\r\nдома', owner)
    expect([changed.statusCode, changed.json()]).toEqual([200, { ...item, description: 'Поёт\nдома' }])
    expect((await describeAnew('audio', item.id, undefined, owner)).json()).toMatchObject({ description: 'Поёт\nдома' })
    expect((await describeAnew('audio', item.id, ' ', owner)).json()).toEqual({ ...item, description: null })
    expect(await itemsOf('audio')).toEqual([{ ...item, description: null }])
  })

  it('comes as JSON too', async () => {
    const item = await add('photo')
    const payload = { description: 'В саду' }
    const url = `${archivePaths('photo').update}/${item.id}`
    expect((await server.api({ method: 'PATCH', url, token: owner, payload })).json()).toEqual({ ...item, ...payload })
  })

  it('has 500 characters and not one more', async () => {
    const { id } = await add('photo')
    const before = await filesInStore()
    expect((await describeAnew('photo', id, 'я'.repeat(500), owner)).statusCode).toBe(200)
    const payload = archiveForm(memorialId, await sampleFile('sound.mp3'), { description: 'я'.repeat(501) })
    for (const refusal of [
      await describeAnew('photo', id, 'я'.repeat(501), owner),
      await server.api({ method: 'POST', url: archivePaths('audio').create, token: owner, payload }),
    ]) {
      expect(refusal.statusCode).toBe(422)
      expect(refusal.json()).toMatchObject({ detail: [{ loc: ['body', 'description'] }] })
    }
    expect(await filesInStore()).toEqual(before)
  })
})

it('deletes an item with its files and its address, and its bytes are free again', async () => {
  const [kept, item] = [await add('photo'), await add('photo')]
  const used = await bytesUsed()
  const bytes = bytesOf(await filesInStore(), mediaIdOf(item))

  const response = await remove('photo', item.id, owner)

  expect([response.statusCode, response.body]).toEqual([204, ''])
  expect(await itemsOf('photo')).toEqual([kept])
  expect((await server.app.inject(item.file_path)).statusCode).toBe(404)
  expect(bytesOf(await filesInStore(), mediaIdOf(item))).toBe(0)
  expect(await bytesUsed()).toBe((used ?? 0) - bytes)
  expect((await remove('photo', item.id, owner)).statusCode).toBe(404)
})

it('counts as used exactly the bytes that lie on the disk', async () => {
  const before = sum((await filesInStore()).values())
  const items = { photo: await add('photo'), audio: await add('audio'), video: await add('video') }
  await add('photo')
  await add('audio')
  await Promise.all([remove('photo', items.photo.id, owner), remove('video', items.video.id, owner)])
  await add('video')

  const onDisk = sum((await filesInStore()).values()) - before

  expect(onDisk).toBeGreaterThan(0)
  expect(await bytesUsed()).toBe(onDisk)
})

it('frees the bytes of an item once, however often it is deleted at once', async () => {
  const item = await add('audio')
  await add('audio')
  const used = (await bytesUsed()) ?? 0
  const answers = await Promise.all([1, 2, 3].map(() => remove('audio', item.id, owner)))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 404, 404])
  expect(await bytesUsed()).toBe(used / 2)
})

it('deletes all files of the archives with their page', async () => {
  const before = (await filesInStore()).size
  const items = [await add('photo'), await add('audio'), await add('video')]

  await server.api({ method: 'DELETE', url: `/memorial/delete/${memorialId}/`, token: owner })
  await destroyOverdue(server)

  expect((await filesInStore()).size).toBe(before)
  for (const item of items) expect((await server.app.inject(item.file_path)).statusCode).toBe(404)
  expect((await remove('photo', items[0]?.id ?? 0, owner)).statusCode).toBe(404)
})
