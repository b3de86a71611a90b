import path from 'node:path'
import { ARCHIVE_KINDS, type ArchiveItem, type ArchiveKind, archivePaths } from '@contract/archive'
import { ARCHIVE_LIMIT_BYTES } from '@contract/limits'
import type { MemorialPage } from '@contract/memorial'
import type { Memory, MemoryPage } from '@contract/memory'
import { DEMO_MODERATOR_EMAIL, DEMO_OWNER_EMAIL, demoAccount } from '@server/demo/accounts'
import { fillWithDemoContent } from '@server/demo/fill'
import { uploadsFolder } from '@server/media/temporary-room'
import { startTestApp, type TestApp } from '@support/server-app'
import { bytesOf } from '@support/stored-files'

const SECRET_KEY = 'a key of some installation, long enough'

let server: TestApp

beforeAll(async () => {
  server = await startTestApp()
  await fill()
})
afterAll(() => server.close())

async function fill(): Promise<void> {
  const { db, library, dataDir } = server
  const parts = { db, library, temporaryFolder: uploadsFolder(dataDir), secretKey: SECRET_KEY }
  await fillWithDemoContent(parts, path.resolve('config/demo'))
}

async function list(query: Record<string, string> = {}, url = '/memorial/public_memorials'): Promise<MemorialPage> {
  return (await server.api({ url, query })).json()
}

it('remembers about sixty people, heroes among them, each with a portrait', async () => {
  const { total, result } = await list({ limit: '100' })
  expect(total).toBeGreaterThan(55)
  expect((await list({}, '/memorial/swo_memorials')).total).toBeGreaterThan(10)
  for (const { photo_path: photo } of result) expect((await server.app.inject(photo ?? '')).statusCode).toBe(200)
})

describe('six people', () => {
  const advanced = () => server.db.selectFrom('memorials').selectAll().where('is_advanced', '=', true).execute()

  async function archiveOf(memorialId: number, kind: ArchiveKind): Promise<ArchiveItem[]> {
    const response = await server.api({ url: `${archivePaths(kind).list}/${memorialId}` })
    return response.json<{ result: ArchiveItem[] }>().result
  }

  async function wordsOf(memorialId: number): Promise<Memory[]> {
    const response = await server.api({ url: '/memories/all', query: { memorial_id: String(memorialId), limit: '20' } })
    return response.json<MemoryPage>().result
  }

  async function everything(kind: ArchiveKind): Promise<ArchiveItem[]> {
    return (await Promise.all((await advanced()).map(({ id }) => archiveOf(id, kind)))).flat()
  }

  it('have archives, the first memorial among them, and some belong to the demo owner', async () => {
    const memorials = await advanced()
    expect(memorials).toHaveLength(6)
    expect(memorials.map(({ id }) => id)).toContain(1)
    const token = await signIn(DEMO_OWNER_EMAIL)
    const own = (await server.api({ url: '/memorial/my_memorials', token })).json<MemorialPage>().result
    expect(own.filter(({ id }) => memorials.some((memorial) => memorial.id === id)).length).toBeGreaterThan(1)
    for (const { id } of memorials) expect((await archiveOf(id, 'photo')).length).toBeGreaterThanOrEqual(3)
  })

  it('have photos of different shapes, each described and in its place', async () => {
    const photos = await archiveOf(1, 'photo')
    expect(photos.map(({ position }) => position)).toEqual(photos.map((_photo, index) => index + 1))
    for (const photo of photos) expect(photo.description).toMatch(/[а-яё]\.$/)
    const shapes = photos.map(({ width, height }) => (width ?? NaN) / (height ?? NaN))
    expect(Math.min(...shapes)).toBeLessThan(1)
    expect(Math.max(...shapes)).toBeGreaterThan(2)
    expect(shapes).toContain(1)
  })

  it('are heard in two recordings and seen in a film with a poster', async () => {
    const recordings = await everything('audio')
    expect(recordings).toHaveLength(2)
    for (const { duration, is_playable: isPlayable } of recordings) {
      expect(isPlayable).toBe(true)
      expect(duration).toBeGreaterThan(15)
      expect(duration).toBeLessThan(35)
    }
    expect(await everything('video')).toEqual([
      expect.objectContaining({ width: 960, height: 540, duration: 9, is_playable: true }),
    ])
  })

  it('have nothing that cannot be fetched', async () => {
    const items = (await Promise.all(ARCHIVE_KINDS.map(everything))).flat()
    const paths = items.flatMap(({ file_path: file, poster_path: poster }) => [file, ...(poster ? [poster] : [])])
    expect(paths.length).toBe(items.length + 1)
    for (const address of paths) expect((await server.app.inject(address)).statusCode).toBe(200)
  })

  it('are remembered in words, some of which their families have answered', async () => {
    const words = await Promise.all((await advanced()).map(({ id }) => wordsOf(id)))
    for (const ofOne of words) expect(ofOne.length).toBeGreaterThanOrEqual(2)
    expect(words.flat().filter(({ reply }) => reply !== null).length).toBeGreaterThanOrEqual(3)
    expect((await wordsOf(1)).map(({ reply }) => reply)).toContainEqual(expect.stringMatching(/[а-яё]/))
  })

  it('use as much of their storage as their files take up', async () => {
    const sizes = await server.filesInStore()
    const items = await server.db.selectFrom('archive_items').selectAll().execute()
    for (const { id, media_storage_limit: limit, used_storage_bytes: used } of await advanced()) {
      const media = items
        .filter(({ memorial_id: memorialId }) => memorialId === id)
        .flatMap(({ media_id: file, poster_id: poster }) => (poster === null ? [file] : [file, poster]))
      expect(limit).toBe(ARCHIVE_LIMIT_BYTES)
      expect(used).toBe(media.reduce((sum, mediaId) => sum + bytesOf(sizes, mediaId), 0))
      expect(used).toBeGreaterThan(0)
    }
  })
})

async function signIn(demoEmail: string): Promise<string> {
  const { email, password } = demoAccount(demoEmail, SECRET_KEY)
  const response = await server.api({
    method: 'POST',
    url: '/auth/login',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ grant_type: 'password', username: email, password }).toString(),
  })
  return response.json<{ access_token: string }>().access_token
}

it('lets the demo owner in with the password that the start prints', async () => {
  const token = await signIn(DEMO_OWNER_EMAIL)
  const own = (await server.api({ url: '/memorial/my_memorials', token })).json<MemorialPage>()
  expect(own.result.length).toBeGreaterThan(1)
})

it('lets the demo moderator moderate, without a setting', async () => {
  const token = await signIn(DEMO_MODERATOR_EMAIL)
  expect((await server.api({ url: '/users/me', token })).json()).toMatchObject({ is_moderator: true })
})

it('gives no two installations the same password', () => {
  expect(demoAccount(DEMO_OWNER_EMAIL, SECRET_KEY)).not.toEqual(demoAccount(DEMO_OWNER_EMAIL, 'another key'))
})

it('fills only what is empty', async () => {
  const before = (await list()).total
  await fill()
  expect((await list()).total).toBe(before)
})
