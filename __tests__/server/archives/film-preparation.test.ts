import { writeFile } from 'node:fs/promises'
import pino from 'pino'
import { type ArchiveItem, archivePaths } from '@contract/archive'
import { standingJobs } from '@server/jobs/jobs'
import type { FilmEncoder } from '@server/media/film-encoder'
import { expectRowsAndFilesToAgree } from '@support/agreement'
import { addToArchive, anAdvancedMemorial, sampleFile } from '@support/archives'
import { smallPicture } from '@support/photographs'
import { startTestApp, type TestApp } from '@support/server-app'
import { until } from '@support/until'

/** What the encoder of a test does with a film; by itself it makes a small poster and a small copy. */
let drawPoster: FilmEncoder['drawPoster']
let copy: FilmEncoder['copy']
let server: TestApp
let owner: string
let memorialId: number

async function startServer(): Promise<TestApp> {
  const filmEncoder: FilmEncoder = {
    canRead: () => Promise.resolve(true),
    drawPoster: (...details) => drawPoster(...details),
    copy: (...details) => copy(...details),
  }
  return startTestApp({}, { filmEncoder, log: pino({ level: 'silent' }) })
}

async function useMemorialOf(app: TestApp): Promise<void> {
  server = app
  const made = await anAdvancedMemorial(server)
  owner = made.owner.token
  memorialId = made.memorial.id
}

let common: TestApp

beforeAll(async () => {
  common = await startServer()
})
afterAll(() => common.close())
beforeEach(async () => {
  drawPoster = async (_source, target) => writeFile(target, await smallPicture())
  copy = async (_source, target) => {
    await writeFile(target, await sampleFile('film.mp4'))
    return 'whole'
  }
  await useMemorialOf(common)
})
afterEach(() => expectRowsAndFilesToAgree(common.db, common.dataDir, common.storedFiles))

const add = async () => {
  const bytes = await sampleFile('film-hevc.mp4')
  return (await addToArchive(server, 'video', { token: owner, memorialId, bytes })).json<ArchiveItem>()
}
const items = async () =>
  (await server.api({ url: `${archivePaths('video').list}/${memorialId}` })).json<{ result: ArchiveItem[] }>().result
const waiting = () =>
  server.db
    .selectFrom('archive_items')
    .select(['id', 'prepare_attempts'])
    .where('memorial_id', '=', memorialId)
    .where('prepare_due_at', 'is not', null)
const letTimePass = () =>
  server.db
    .updateTable('archive_items')
    .set({ prepare_due_at: new Date(0) })
    .where('prepare_due_at', 'is not', null)

it('tries a film that cannot be copied three times, and then leaves it alone', async () => {
  const added = await add()
  let tries = 0
  copy = () => Promise.reject(new Error(`broken ${++tries}`))
  for (let round = 0; round < 5; round++) {
    await server.films?.run()
    expect(tries).toBe(Math.min(round + 1, 3))
    // Not again at once.
    await server.films?.run()
    await letTimePass().execute()
  }
  expect(tries).toBe(3)
  expect(await items()).toEqual([
    expect.objectContaining({ file_path: added.file_path, is_playable: false, is_being_prepared: false }),
  ])
  expect((await items())[0]?.poster_path).not.toBeNull()
})

it('leaves a film alone over which three processes have died', async () => {
  await add()
  await server.db.updateTable('archive_items').set({ prepare_attempts: 3 }).execute()
  copy = () => Promise.reject(new Error('it was tried a fourth time'))
  await server.films?.run()
  expect(await waiting().execute()).toEqual([])
  expect((await items())[0]).toMatchObject({ poster_path: null, is_being_prepared: false })
})

it('works at a film once, though two processes look for work', async () => {
  await add()
  await add()
  const copied: string[] = []
  const copyWell = copy
  copy = (source, ...rest) => {
    copied.push(source.file)
    return copyWell(source, ...rest)
  }
  await Promise.all([server.films?.run(), server.films?.run()])
  expect(new Set(copied).size).toBe(2)
  expect(copied).toHaveLength(2)
  expect((await items()).map(({ is_playable: isPlayable }) => isPlayable)).toEqual([true, true])
})

it('leaves nothing half done when it is stopped, and does not count that as a try', async () => {
  const own = await startServer()
  await useMemorialOf(own)
  const { id, file_path: address } = await add()
  let begun = false
  copy = async (_source, target, _maxBytes, signal) => {
    await writeFile(target, 'half of a copy')
    begun = true
    await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))))
    return 'whole'
  }
  const running = server.films?.run()
  await until(() => begun)
  server.films?.stop()
  await running
  expect(await waiting().execute()).toEqual([{ id, prepare_attempts: 0 }])
  expect((await items())[0]).toMatchObject({ file_path: address, is_being_prepared: true })
  await expectRowsAndFilesToAgree(own.db, own.dataDir, own.storedFiles)
  await own.close()
})

it('stores nothing of a film that was deleted while it was copied', async () => {
  const { id } = await add()
  const copyWell = copy
  copy = async (...details) => {
    await server.api({ method: 'DELETE', url: `${archivePaths('video').delete}/${id}`, token: owner })
    return copyWell(...details)
  }
  await server.films?.run()
  expect(await items()).toEqual([])
})

it('does not show a part of a film for the whole', async () => {
  const { id, file_path: address } = await add()
  const { media_id: mediaId } = await server.db
    .selectFrom('archive_items')
    .select('media_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await server.db.updateTable('media').set({ duration: 60 }).where('id', '=', mediaId).execute()
  await server.films?.run()
  expect((await items())[0]).toMatchObject({ file_path: address, is_playable: false })
})

it('does not try again where the copy would be too large', async () => {
  await add()
  const limits: number[] = []
  copy = (_source, _target, maxBytes) => {
    limits.push(maxBytes)
    return Promise.resolve('too large')
  }
  await server.films?.run()
  const { media_storage_limit: limit, used_storage_bytes: used } = await server.db
    .selectFrom('memorials')
    .selectAll()
    .where('id', '=', memorialId)
    .executeTakeFirstOrThrow()
  expect(limits).toEqual([limit - used])
  expect(await waiting().execute()).toEqual([])
})

it('says nothing of a copy to come where there is no ffmpeg', async () => {
  const without = await startTestApp()
  try {
    const { owner: other, memorial } = await anAdvancedMemorial(without)
    const bytes = await sampleFile('film-hevc.mp4')
    const ofOwner = { token: other.token, memorialId: memorial.id }
    const old = await addToArchive(without, 'video', { ...ofOwner, bytes: await sampleFile('film.avi') })
    const added = await addToArchive(without, 'video', { ...ofOwner, bytes })
    for (const answer of [old, added])
      expect(answer.json()).toMatchObject({ is_playable: false, is_being_prepared: false, poster_path: null })
    const jobs = standingJobs({
      ...without,
      temporaryFolder: '',
      securityLog: { record: () => undefined },
      log: { warn: () => undefined },
    })
    expect(jobs.map(({ name }) => name)).not.toContain('prepare films')
  } finally {
    await without.close()
  }
})
