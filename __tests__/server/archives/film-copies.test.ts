import sharp from 'sharp'
import { type ArchiveItem, type ArchiveKind, archivePaths } from '@contract/archive'
import { pictureCopyPath } from '@contract/picture'
import { expectRowsAndFilesToAgree } from '@support/agreement'
import { addToArchive, anAdvancedMemorial, sampleFile } from '@support/archives'
import {
  aFilm,
  anHdrFilm,
  describeWithFfmpeg,
  everyRecording,
  type MadeRecording,
  realEncoder,
  tracksOf,
} from '@support/films'
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

  describe('of old phones, cameras and recorders', () => {
    const FILMS = ['xvid.avi', 'disc.vob', 'web.flv', 'camcorder.mts']
    const OTHERS = ['recorder.wav', 'voice.aac', 'lossless.flac', 'voice.wma', 'film.mkv']
    let all: MadeRecording[]

    beforeAll(async () => {
      all = await everyRecording(1, [...FILMS, ...OTHERS])
    })

    const send = async (name: string, kind: ArchiveKind, bytes?: Buffer) => {
      bytes ??= all.find((made) => made.name === name)?.bytes
      return addToArchive(server, kind, { token: owner, memorialId, ...(bytes && { bytes }) })
    }

    async function itemIn(kind: ArchiveKind): Promise<ArchiveItem | undefined> {
      const response = await server.api({ url: `${archivePaths(kind).list}/${memorialId}` })
      return response.json<{ result: ArchiveItem[] }>().result[0]
    }

    it.each(FILMS)('%s waits, and then plays everywhere with a poster; the original stays', async (name) => {
      const added = await send(name, 'video')
      expect(added.statusCode).toBe(201)
      expect(added.json()).toMatchObject({ is_playable: false, is_being_prepared: true })

      await doTheJobs(server)

      const item = await itemIn('video')
      expect(item).toMatchObject({
        is_playable: true,
        is_being_prepared: false,
        poster_path: expect.any(String) as string,
      })
      const { rawPayload } = await server.app.inject(item?.file_path ?? '')
      expect(await tracksOf(rawPayload)).toMatchObject({
        film: 'avc',
        sound: 'aac',
        seconds: expect.closeTo(1, 0) as number,
      })
      const { media_id: original } = await server.db
        .selectFrom('archive_items')
        .select('media_id')
        .where('id', '=', added.json<ArchiveItem>().id)
        .executeTakeFirstOrThrow()
      expect([...(await server.storedFiles()).keys()].filter((file) => file.includes(original))).toHaveLength(1)
    })

    it.each(['phone.amr', 'recorder.wav'])('of %s a copy is made that sounds everywhere', async (name) => {
      expect((await send(name, 'audio')).json()).toMatchObject({ is_playable: false, is_being_prepared: true })

      await doTheJobs(server)

      const item = await itemIn('audio')
      expect(item).toMatchObject({ is_playable: true, is_being_prepared: false, poster_path: null })
      expect(item?.duration).toBeCloseTo(1, 0)
      const { rawPayload, headers } = await server.app.inject(item?.file_path ?? '')
      expect(headers['content-type']).toBe('audio/mp4')
      expect(await tracksOf(rawPayload)).toMatchObject({ film: null, sound: 'aac' })
    })

    it.each([
      ['voice.aac', 'audio/aac'],
      ['lossless.flac', 'audio/flac'],
    ])('%s sounds as it came', async (name, type) => {
      const added = (await send(name, 'audio')).json<ArchiveItem>()
      expect(added).toMatchObject({ is_playable: true, is_being_prepared: false })
      expect(added.duration).toBeCloseTo(1, 0)
      await doTheJobs(server)
      expect((await itemIn('audio'))?.file_path).toBe(added.file_path)
      expect((await server.app.inject(added.file_path)).headers['content-type']).toBe(type)
    })

    it('what cannot be read gets one sentence that says why, and takes no room', async () => {
      const noise = Buffer.alloc(20_000, 0x5a)
      const [avi, mp4] = [all.find(({ name }) => name === 'xvid.avi')?.bytes, await sampleFile('film.mp4')]
      const broken = Buffer.concat([avi?.subarray(0, 2048) ?? noise, noise])
      const unfinished = mp4.subarray(0, mp4.indexOf('moov') - 4)
      const refused = [
        await send('', 'video', broken),
        await send('', 'video', unfinished),
        await send('', 'video', noise),
        await send('voice.wma', 'video'),
        await send('film.mkv', 'audio'),
      ]
      expect(refused.map((response) => [response.statusCode, response.json<{ detail: string }>().detail])).toEqual([
        [415, 'Это видео не открывается: файл повреждён, или это не видео.'],
        [415, 'Эта запись не закончена: камера или телефон не успели её сохранить, и открыть её нельзя.'],
        [415, 'Это видео не открывается: файл повреждён, или это не видео.'],
        [415, 'В этом файле только звук. Добавьте его в раздел «Аудио».'],
        [415, 'Это видео. Добавьте его в раздел «Видео».'],
      ])
      expect(await used()).toBe(0)
    })
  })

  it('a film of an iPhone with a high dynamic range gets a copy with the light of every screen', async () => {
    await add(await anHdrFilm({ transfer: 'arib-std-b67' }))
    await doTheJobs(server)
    const { rawPayload } = await server.app.inject((await theItem()).file_path)
    expect(await tracksOf(rawPayload)).toMatchObject({ film: 'avc', transfer: 'bt709' })
  })

  it.each([
    ['lying', '2048x1152', [1920, 1080]],
    ['upright', '1152x2048', [1080, 1920]],
  ])('a %s film larger than Full HD is shown smaller, and plays meanwhile', async (_how, size, expected) => {
    const added = await add(await aFilm({ codec: 'libx264', size, seconds: 0.2 }))
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

  it('gets its copy even where no frame can be drawn', async () => {
    const drawPoster = () => Promise.reject(new Error('no frame'))
    const other = await startTestApp({}, { filmEncoder: { ...(await realEncoder()), drawPoster } })
    const made = await anAdvancedMemorial(other)
    const bytes = await sampleFile('film-hevc.mp4')
    await addToArchive(other, 'video', { token: made.owner.token, memorialId: made.memorial.id, bytes })
    await doTheJobs(other)
    const response = await other.api({ url: `${archivePaths('video').list}/${made.memorial.id}` })
    expect(response.json()).toMatchObject({ result: [{ is_playable: true, poster_path: null }] })
    await other.close()
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
