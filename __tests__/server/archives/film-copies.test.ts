import sharp from 'sharp'
import { type ArchiveItem, archivePaths } from '@contract/archive'
import { pictureCopyPath } from '@contract/picture'
import { expectRowsAndFilesToAgree } from '@support/agreement'
import { addToArchive, anAdvancedMemorial, sampleFile } from '@support/archives'
import { aFilm, anHdrFilm, describeWithFfmpeg, realEncoder, tracksOf } from '@support/films'
import { doTheJobs } from '@support/jobs'
import { startTestApp, type TestApp } from '@support/server-app'

describeWithFfmpeg(() => {
  let server: TestApp
  let owner: string
  let memorialId: number

  beforeAll(async () => {
    server = await startTestApp({}, { filmEncoder: await realEncoder() })
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    const made = await anAdvancedMemorial(server)
    owner = made.owner.token
    memorialId = made.memorial.id
  })
  afterEach(() => expectRowsAndFilesToAgree(server.db, server.dataDir, server.storedFiles))

  const add = async (bytes: Uint8Array) =>
    (await addToArchive(server, 'video', { token: owner, memorialId, bytes })).json<ArchiveItem>()

  async function theItem(): Promise<ArchiveItem> {
    const response = await server.api({ url: `${archivePaths('video').list}/${memorialId}` })
    const [item] = response.json<{ result: ArchiveItem[] }>().result
    if (!item) throw new Error('The archive is empty')
    return item
  }

  const used = async () => {
    const memorial = await server.api({ url: `/memorial/${memorialId}`, token: owner })
    return memorial.json<{ used_storage_bytes: number }>().used_storage_bytes
  }

  it('a film of an iPhone waits, and then plays everywhere, with a poster', async () => {
    const added = await add(await aFilm({ codec: 'libx265' }))
    expect(added).toMatchObject({ is_playable: false, is_being_prepared: true, poster_path: null })
    const before = await used()

    await doTheJobs(server)

    const item = await theItem()
    expect(item).toMatchObject({ id: added.id, is_playable: true, is_being_prepared: false, width: 128, height: 96 })
    const { rawPayload: copy, headers } = await server.app.inject(item.file_path)
    expect(headers['content-type']).toBe('video/mp4')
    expect(await tracksOf(copy)).toMatchObject({ film: 'avc', sound: 'aac', width: 128, height: 96 })
    // Its index comes first, so that it plays before it has arrived.
    expect(copy.indexOf('moov')).toBeLessThan(copy.indexOf('mdat'))

    const poster = await server.app.inject(item.poster_path ?? '')
    expect((await sharp(poster.rawPayload).metadata()).format).toBe('jpeg')
    const small = await server.app.inject(pictureCopyPath(item.poster_path ?? '', 320))
    expect(small.headers['content-type']).toBe('image/webp')

    const { media_id: original } = await server.db
      .selectFrom('archive_items')
      .selectAll()
      .where('id', '=', item.id)
      .executeTakeFirstOrThrow()
    expect([...(await server.storedFiles()).keys()].filter((file) => file.includes(original))).toHaveLength(1)
    expect(await used()).toBeGreaterThan(before + copy.length)
  })

  it('a film of an iPhone with a high dynamic range gets a copy with the light of every screen', async () => {
    await add(await anHdrFilm({ transfer: 'arib-std-b67' }))
    await doTheJobs(server)
    const { rawPayload } = await server.app.inject((await theItem()).file_path)
    expect(await tracksOf(rawPayload)).toMatchObject({ film: 'avc', transfer: 'bt709' })
  })

  it.each([
    ['lying', '2560x1440', [1920, 1080]],
    ['upright', '1440x2560', [1080, 1920]],
  ])('a %s film larger than Full HD is shown smaller, and plays meanwhile', async (_how, size, expected) => {
    const added = await add(await aFilm({ codec: 'libx264', size, seconds: 0.4 }))
    expect(added).toMatchObject({ is_playable: true, is_being_prepared: false })
    await doTheJobs(server)
    const item = await theItem()
    const { rawPayload } = await server.app.inject(item.file_path)
    const { width, height } = await tracksOf(rawPayload)
    expect([width, height]).toEqual(expected)
    expect([item.width, item.height]).toEqual(expected)
  })

  it.each(['film.mp4', 'film.webm', 'film.mov'])('%s gets a poster and stays as it came', async (name) => {
    const added = await add(await sampleFile(name))
    await doTheJobs(server)
    const item = await theItem()
    expect(item).toMatchObject({ file_path: added.file_path, is_being_prepared: false })
    expect((await server.app.inject(item.poster_path ?? '')).statusCode).toBe(200)
  })

  it('of a closed page poster and copy are at signed addresses only', async () => {
    await add(await sampleFile('film-hevc.mp4'))
    await doTheJobs(server)
    const url = `/memorial/update/${memorialId}`
    await server.api({ method: 'PATCH', url, token: owner, payload: { public_status: 'false' } })
    const response = await server.api({ url: `${archivePaths('video').list}/${memorialId}`, token: owner })
    const [item] = response.json<{ result: ArchiveItem[] }>().result
    for (const address of [item?.file_path ?? '', item?.poster_path ?? '']) {
      expect((await server.app.inject(address)).statusCode).toBe(200)
      expect((await server.app.inject(address.split('?')[0] ?? '')).statusCode).toBe(403)
    }
  })

  it('goes with its poster and its copy, and all their bytes are free again', async () => {
    const { id } = await add(await sampleFile('film-hevc.mp4'))
    await doTheJobs(server)
    const item = await theItem()
    await server.api({ method: 'DELETE', url: `${archivePaths('video').delete}/${id}`, token: owner })
    expect(await used()).toBe(0)
    for (const address of [item.file_path, item.poster_path ?? '']) {
      expect((await server.app.inject(address)).statusCode).toBe(404)
    }
  })

  it('of an earlier version is looked at first', async () => {
    const { id } = await add(await sampleFile('film-hevc.mp4'))
    const { media_id: mediaId } = await server.db
      .selectFrom('archive_items')
      .select('media_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const unknown = { is_playable: null, duration: null, width: null, height: null }
    await server.db.updateTable('media').set(unknown).where('id', '=', mediaId).execute()
    await doTheJobs(server)
    const { rawPayload } = await server.app.inject((await theItem()).file_path)
    expect(await tracksOf(rawPayload)).toMatchObject({ film: 'avc' })
  })

  it('is told as a repeat though the first one has a copy by now', async () => {
    const bytes = await sampleFile('film-hevc.mp4')
    const first = await add(bytes)
    await doTheJobs(server)
    expect(await add(bytes)).toMatchObject({ duplicate_of: first.id })
  })

  it('stays as it came where there is no room for its copy', async () => {
    const added = await add(await aFilm({ codec: 'libx265' }))
    await server.db
      .updateTable('memorials')
      .set((eb) => ({ media_storage_limit: eb('used_storage_bytes', '+', 100) }))
      .where('id', '=', memorialId)
      .execute()
    await doTheJobs(server)
    expect(await theItem()).toMatchObject({
      file_path: added.file_path,
      is_playable: false,
      is_being_prepared: false,
      poster_path: null,
    })
    const waiting = server.db.selectFrom('archive_items').select('id').where('prepare_due_at', 'is not', null)
    expect(await waiting.execute()).toEqual([])
  })
})
