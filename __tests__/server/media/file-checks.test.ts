import { createHash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { createFileChecks } from '@server/media/file-checks'
import { listDamagedFiles } from '@server/media/checksum-repository'
import type { StoredMedia } from '@server/media/media-library'
import { type FileStore, StoreAway } from '@server/storage/file-store'
import { STORE_ON_DISK } from '@support/buckets'
import { smallPicture } from '@support/photographs'
import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'

let server: TestApp
let memorialId: number
let picture: string
let logged: object[]

beforeAll(async () => {
  server = await startTestApp(STORE_ON_DISK, { ownDatabase: true })
  memorialId = (await aStoredMemorial(server, (await anOwner(server)).token)).id
  picture = path.join(server.dataDir, 'picture')
  await writeFile(picture, await smallPicture())
})
afterAll(() => server.close())
beforeEach(() => {
  logged = []
})
afterEach(async () => {
  const ids = (await server.db.selectFrom('media').select('id').execute()).map(({ id }) => id)
  await server.library.change(undefined, async (_tx, media) => {
    for (const id of ids) await media.release(id)
  })
})

const log = { error: (details: object) => void logged.push(details) }
const check = (store: FileStore = server.store) => createFileChecks({ db: server.db, store, log }).run()
const row = ({ id }: StoredMedia) =>
  server.db
    .selectFrom('media')
    .select(['sha256', 'checked_at', 'fault', 'fault_since'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const fileOf = ({ id }: StoredMedia) => path.join(server.dataDir, 'media', id.slice(0, 2), id, 'picture.jpg')
const twoWeeksLater = () =>
  server.db
    .updateTable('media')
    .set({ checked_at: new Date(Date.now() - 15 * 24 * 3_600_000) })
    .execute()

async function aStoredFile(): Promise<StoredMedia> {
  const stored = await server.library.storePicture({ path: picture })
  await server.library.change(stored, (_tx, media) => media.claim(stored, memorialId))
  return stored
}

async function flipOneBit(stored: StoredMedia): Promise<() => Promise<void>> {
  const bytes = await readFile(fileOf(stored))
  const flipped = Buffer.from(bytes)
  flipped[100] = (flipped[100] ?? 0) ^ 1
  await writeFile(fileOf(stored), flipped)
  return () => writeFile(fileOf(stored), bytes)
}

it('knows the checksum of what comes, and reads it again after two weeks', async () => {
  const stored = await aStoredFile()
  const bytes = await readFile(fileOf(stored))
  const fresh = await row(stored)
  expect(fresh.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
  await check()
  expect(await row(stored)).toEqual(fresh)

  await twoWeeksLater()
  await check()
  const { checked_at: checkedAt, ...rest } = await row(stored)
  expect(rest).toEqual({ sha256: fresh.sha256, fault: null, fault_since: null })
  expect(Date.now() - (checkedAt?.getTime() ?? 0)).toBeLessThan(60_000)
  expect(logged).toEqual([])
})

it('notices a flipped bit, names it until the bytes are back, and announces no change of the page', async () => {
  const [sound, stored] = [await aStoredFile(), await aStoredFile()]
  const putBack = await flipOneBit(stored)
  await twoWeeksLater()
  const { count: changes } = await server.db
    .selectFrom('changes')
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()

  await check()
  const damage = { id: stored.id, fault: 'changed', memorial_id: memorialId, file_name: null }
  expect(await listDamagedFiles(server.db, 10)).toEqual([{ ...damage, fault_since: expect.any(Date) as Date }])
  expect(await row(sound)).toMatchObject({ fault: null })
  expect(logged).toEqual([{ media: stored.id, fault: 'changed' }])
  const { fault_since: since } = await row(stored)

  await check()
  expect(await row(stored)).toMatchObject({ sha256: stored.sha256, fault: 'changed', fault_since: since })

  await putBack()
  await check()
  expect(await listDamagedFiles(server.db, 10)).toEqual([])
  expect(await row(stored)).toMatchObject({ sha256: stored.sha256, fault: null, fault_since: null })
  expect(
    await server.db
      .selectFrom('changes')
      .select((eb) => eb.fn.countAll().as('count'))
      .executeTakeFirstOrThrow(),
  ).toEqual({ count: changes })
})

it('notices that a file is gone, and one that the disk does not give', async () => {
  const stored = await aStoredFile()
  await rm(path.dirname(fileOf(stored)), { recursive: true })
  await twoWeeksLater()
  await check()
  expect(await row(stored)).toMatchObject({ fault: 'missing' })

  const broken = () => Promise.reject(Object.assign(new Error('i/o error, read'), { code: 'EIO' }))
  await check({ ...server.store, list: async () => ['picture.jpg'], open: async () => ({ size: 1, read: broken }) })
  expect(await row(stored)).toMatchObject({ fault: 'unreadable' })
})

it('takes the checksum of a file that was stored without one', async () => {
  const stored = await aStoredFile()
  await server.db.updateTable('media').set({ sha256: null, checked_at: null }).execute()
  await check()
  expect(await row(stored)).toMatchObject({ sha256: stored.sha256, fault: null })
})

it('blames no file while the store is away', async () => {
  const stored = await aStoredFile()
  await twoWeeksLater()
  const away = new StoreAway(new Error('connect ECONNREFUSED'))
  await expect(check({ ...server.store, list: () => Promise.reject(away) })).rejects.toThrow('ECONNREFUSED')
  expect(await row(stored)).toMatchObject({ fault: null })
})

it('says nothing of a file that was removed meanwhile', async () => {
  const stored = await aStoredFile()
  await twoWeeksLater()
  await check({
    ...server.store,
    async list() {
      await server.library.change(undefined, (_tx, media) => media.release(stored.id))
      return []
    },
  })
  expect(logged).toEqual([])
})

it('stops in the middle of a file, which is then due again', async () => {
  const stored = await aStoredFile()
  await twoWeeksLater()
  const before = await row(stored)
  let began = () => {}
  const hasBegun = new Promise<void>((resolve) => (began = resolve))
  const endless = new Readable({ read: () => began() })
  const store = { ...server.store, open: async () => ({ size: 1, read: async () => endless }) }
  const checks = createFileChecks({ db: server.db, store, log })
  const run = checks.run()
  await hasBegun
  checks.stop()
  await run
  expect(await row(stored)).toEqual(before)
  expect(endless.destroyed).toBe(true)
})

it('reads only so many bytes in a run, and goes on in the next', async () => {
  for (let nth = 0; nth < 3; nth++) await aStoredFile()
  await server.db.updateTable('media').set({ sha256: null, checked_at: null }).execute()
  const reads: string[] = []
  const large: FileStore = {
    ...server.store,
    async open(key) {
      reads.push(key)
      return { size: 1.5 * 1024 ** 3, read: async () => Readable.from([Buffer.from(key)]) }
    },
  }
  await check(large)
  expect(reads).toHaveLength(2)
  await check(large)
  expect(new Set(reads).size).toBe(3)
})
