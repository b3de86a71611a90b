import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { StoredMedia } from '@server/media/media-library'
import { createMediaRemovals } from '@server/media/removals'
import { beginRemoval, extendHold, holdRemovals, makeAllRemovalsDue, scheduleRemoval } from '@server/media/repository'
import { removeOldUploads, uploadsFolder } from '@server/media/temporary-room'
import type { FileStore } from '@server/storage/file-store'
import { smallPicture } from '@support/photographs'
import { startTestApp, type TestApp } from '@support/server-app'
import { bytesOf } from '@support/stored-files'
import { anOwner, aStoredMemorial } from '@support/test-memorials'
import { until } from '@support/until'

const PATIENCE_SECONDS = 600
const HOUR_MS = 3_600_000

let server: TestApp
let memorialId: number
let picture: string

beforeAll(async () => {
  server = await startTestApp()
  memorialId = (await aStoredMemorial(server, (await anOwner(server)).token)).id
  picture = path.join(server.dataDir, 'picture')
  await writeFile(picture, await smallPicture())
})
afterAll(() => server.close())
beforeEach(() => server.db.deleteFrom('media_removals').execute())

const keep = () => server.library.storePicture({ path: picture })
const claim = (kept: StoredMedia) => server.library.change(kept, (_tx, media) => media.claim(kept, memorialId))
const release = ({ id }: StoredMedia) => server.library.change(undefined, (_tx, media) => media.release(id))
const isThere = async ({ id }: { id: string }) => bytesOf(await server.storedFiles(), id) > 0
const removalsLeft = async () =>
  (await server.db.selectFrom('media_removals').select('media_id').execute()).map(({ media_id: id }) => id)
const fail = (details: object) => {
  throw new Error(JSON.stringify(details))
}
const mediaOf = ({ id }: StoredMedia) => server.db.selectFrom('media').selectAll().where('id', '=', id).execute()

/** Makes all stored files and begun removals older by this time. */
async function letPass(seconds: number): Promise<void> {
  const rows = await server.db.selectFrom('media_removals').selectAll().execute()
  for (const { media_id: id, due_at: due } of rows) {
    const earlier = new Date(due.getTime() - seconds * 1000)
    await server.db.updateTable('media_removals').set({ due_at: earlier }).where('media_id', '=', id).execute()
  }
}

it('keeps files that a change claims, and removes them when a change releases them', async () => {
  const kept = await keep()
  await claim(kept)
  expect([await isThere(kept), await removalsLeft()]).toEqual([true, []])
  await release(kept)
  expect([await isThere(kept), await removalsLeft()]).toEqual([false, []])
})

it('removes files kept for a change that fails, even after it claimed them', async () => {
  const kept = await keep()
  const change = server.library.change(kept, async (_tx, media) => {
    await media.claim(kept, memorialId)
    throw new Error('no luck')
  })
  await expect(change).rejects.toThrow('no luck')
  expect([await isThere(kept), await removalsLeft(), await mediaOf(kept)]).toEqual([false, [], []])
})

it('leaves the files that a change releases when it fails', async () => {
  const kept = await keep()
  await claim(kept)
  const change = server.library.change(undefined, async (_tx, media) => {
    await media.release(kept.id)
    throw new Error('no luck')
  })
  await expect(change).rejects.toThrow('no luck')
  await server.removals.removeDue()
  expect([await isThere(kept), await removalsLeft()]).toEqual([true, []])
})

it('leaves kept files an hour to be claimed, in case their process still lives', async () => {
  const kept = await keep()
  await letPass(3599)
  await server.removals.removeDue()
  expect(await isThere(kept)).toBe(true)
  await letPass(1)
  await server.removals.removeDue()
  expect([await isThere(kept), await removalsLeft()]).toEqual([false, []])
})

it('takes up again a removal whose process died, after giving it time', async () => {
  const kept = await keep()
  await beginRemoval(server.db, kept.id, PATIENCE_SECONDS)
  await server.removals.removeDue()
  expect(await isThere(kept)).toBe(true)
  await letPass(PATIENCE_SECONDS)
  await server.removals.removeDue()
  expect([await isThere(kept), await removalsLeft()]).toEqual([false, []])
})

it('waits for nobody at a start that knows itself alone', async () => {
  const [abandoned, dying] = [await keep(), await keep()]
  await beginRemoval(server.db, dying.id, PATIENCE_SECONDS)
  await makeAllRemovalsDue(server.db)
  await server.removals.removeDue()
  expect([await isThere(abandoned), await isThere(dying), await removalsLeft()]).toEqual([false, false, []])
})

it('fails a change that comes for its files too late, rather than point at nothing', async () => {
  const [going, gone] = [await keep(), await keep()]
  await beginRemoval(server.db, going.id, PATIENCE_SECONDS)
  await server.removals.removeNow([gone.id])
  for (const kept of [going, gone]) {
    await expect(claim(kept)).rejects.toThrow('kept for too long')
    expect([await mediaOf(kept), await isThere(kept)]).toEqual([[], false])
  }
})

it('never removes what was claimed meanwhile', async () => {
  const kept = await keep()
  await claim(kept)
  await server.removals.removeNow([kept.id])
  expect(await isThere(kept)).toBe(true)
})

it('shares the work between two processes, and each takes every folder once', async () => {
  const ids = Array.from({ length: 20 }, (_, index) => `folder-${index}`)
  for (const id of ids) await scheduleRemoval(server.db, id, 0)
  const removed: string[] = []
  const failures: unknown[] = []
  const slowStore: FileStore = {
    ...server.store,
    async removeFolder(folder) {
      removed.push(folder)
      await new Promise((resolve) => setTimeout(resolve, 5))
    },
  }
  const process = () =>
    createMediaRemovals({ db: server.db, store: slowStore, log: { error: (details) => failures.push(details) } })

  await Promise.all([process().removeDue(), process().removeDue()])

  expect(removed.sort()).toEqual(ids.sort())
  expect([await removalsLeft(), failures]).toEqual([[], []])
})

it('does no harm where two processes remove the same files at once', async () => {
  const kept = await keep()
  const failures: unknown[] = []
  const parts = { db: server.db, store: server.store, log: { error: (details: object) => failures.push(details) } }
  const [one, other] = [createMediaRemovals(parts), createMediaRemovals(parts)]
  await Promise.all([one.removeNow([kept.id]), other.removeNow([kept.id]), one.removeNow([kept.id])])
  expect([await isThere(kept), await removalsLeft(), failures]).toEqual([false, [], []])
})

it('answers a request whose files the store will not give up, and comes back for them', async () => {
  const kept = await keep()
  const failures: unknown[] = []
  const brokenStore = { ...server.store, removeFolder: () => Promise.reject(new Error('disk away')) }
  const log = { error: (details: object) => failures.push(details) }

  await createMediaRemovals({ db: server.db, store: brokenStore, log }).removeNow([kept.id])

  expect(failures).toEqual([{ err: new Error('disk away') }])
  expect(await removalsLeft()).toEqual([kept.id])
  await letPass(PATIENCE_SECONDS)
  await server.removals.removeDue()
  expect([await isThere(kept), await removalsLeft()]).toEqual([false, []])
})

it('removes many a few at a time', async () => {
  const ids = Array.from({ length: 12 }, (_, index) => `folder-${index}`)
  for (const id of ids) await scheduleRemoval(server.db, id, 0)
  const removed: string[] = []
  const underWay: (() => void)[] = []
  const slowStore: FileStore = {
    ...server.store,
    async removeFolder(folder) {
      await new Promise<void>((resolve) => underWay.push(resolve))
      removed.push(folder)
    },
  }
  const removals = createMediaRemovals({ db: server.db, store: slowStore, log: { error: fail } })

  removals.removeSoon(ids)
  for (let left = ids.length; left > 0; left -= 4) {
    await until(() => underWay.length === 4)
    // Time for more removals to start, if they could.
    await scheduleRemoval(server.db, `meanwhile-${left}`, 3600)
    expect(underWay).toHaveLength(4)
    for (const letGo of underWay.splice(0)) letGo()
  }
  await removals.settled()

  expect(removed.sort()).toEqual(ids.sort())
  await server.db.deleteFrom('media_removals').where('media_id', 'like', 'meanwhile-%').execute()
  expect(await removalsLeft()).toEqual([])
})

it('ends at a stop what it has begun, and leaves the rest to the next start', async () => {
  const ids = Array.from({ length: 12 }, (_, index) => `folder-${index}`)
  for (const id of ids) await scheduleRemoval(server.db, id, 0)
  const begun: string[] = []
  let letGo: () => void = () => undefined
  const slowness = new Promise<void>((resolve) => (letGo = resolve))
  const slowStore: FileStore = {
    ...server.store,
    async removeFolder(folder) {
      begun.push(folder)
      await slowness
    },
  }
  const removals = createMediaRemovals({ db: server.db, store: slowStore, log: { error: fail } })
  removals.removeSoon(ids)
  await until(() => begun.length > 0)

  const stopped = removals.stop()
  letGo()
  await stopped

  expect((await removalsLeft()).sort()).toEqual(ids.filter((id) => !begun.includes(id)).sort())
  await server.removals.removeDue()
  expect(await removalsLeft()).toEqual([])
})

it('clears half-written files that nobody writes any more, and only these', async () => {
  const folder = uploadsFolder(server.dataDir)
  const ago = async (name: string, ms: number) => {
    const then = new Date(Date.now() - ms)
    await utimes(path.join(folder, name), then, then)
  }
  for (const name of ['old', 'young']) await writeFile(path.join(folder, name), 'half')
  await mkdir(path.join(folder, 'old-folder'))
  await writeFile(path.join(folder, 'old-folder', 'picture.jpg'), 'half')
  await ago('old', 3 * HOUR_MS)
  await ago('young', HOUR_MS)
  await ago('old-folder', 3 * HOUR_MS)

  await removeOldUploads(folder)

  expect(await readdir(folder)).toEqual(['young'])
})

it('waits while a backup holds it, and holds that are over are forgotten with the next', async () => {
  const kept = await keep()
  await makeAllRemovalsDue(server.db)
  const hold = await holdRemovals(server.db, 60)
  await server.removals.removeDue()
  expect(await isThere(kept)).toBe(true)

  await extendHold(server.db, hold, -1)
  const next = await holdRemovals(server.db, 60)
  expect(await server.db.selectFrom('removal_holds').select('id').execute()).toEqual([{ id: next }])
  await extendHold(server.db, next, 0)
  await server.removals.removeDue()
  expect(await isThere(kept)).toBe(false)
})
