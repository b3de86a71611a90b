import path from 'node:path'
import type { NewArchiveItem } from '@contract/archive'
import { createErasure } from '@server/modules/leaving/erasure'
import { UNDER_WAY_MAX } from '@server/media/uploads/uploads'
import { addToArchive, anAdvancedMemorial, sampleFile } from '@support/archives'
import { smallPicture } from '@support/photographs'
import { startTestApp, type TestApp } from '@support/server-app'
import { filesBelow } from '@support/stored-files'
import { uploader } from '@support/uploads'
import { destroyOverdue } from '@support/trash'

const KB = 1024

let server: TestApp
let film: Buffer

beforeAll(async () => {
  server = await startTestApp()
  film = padded(await sampleFile('film.mp4'), 300 * KB)
})
afterAll(() => server.close())

/** With a box of nothing at its end, so that it has parts. */
function padded(bytes: Buffer, size: number): Buffer {
  const box = Buffer.alloc(size - bytes.length)
  box.writeUInt32BE(box.length, 0)
  box.write('free', 4)
  return Buffer.concat([bytes, box])
}

async function aSender() {
  const { owner, memorial } = await anAdvancedMemorial(server)
  return { owner, memorial, memorialId: memorial.id, uploads: uploader(server, owner.token) }
}

/** All of a film, in two parts. */
async function aWholeFilm({ uploads, memorialId }: Awaited<ReturnType<typeof aSender>>) {
  const id = await uploads.begun({ memorialId, kind: 'video', size: film.length })
  await uploads.sendPart(id, 0, film.subarray(0, 100 * KB))
  await uploads.sendPart(id, 100 * KB, film.subarray(100 * KB))
  return id
}

const makeDue = (id: string) =>
  server.db
    .updateTable('media_removals')
    .set({ due_at: new Date(0) })
    .where('media_id', '=', id)
    .execute()

const uploadRows = async () => (await server.db.selectFrom('uploads').select('id').execute()).map(({ id }) => id)

describe('a film that comes in parts', () => {
  it('becomes the item that it would be in one piece', async () => {
    const { uploads, memorialId, owner } = await aSender()
    const inOnePiece = await addToArchive(server, 'video', { token: owner.token, memorialId, bytes: film })
    const id = await uploads.begun({ memorialId, kind: 'video', size: film.length })

    const first = await uploads.sendPart(id, 0, film.subarray(0, 100 * KB))
    expect([first.statusCode, first.headers['upload-offset']]).toEqual([204, String(100 * KB)])
    const asked = await uploads.ask(id)
    expect([asked.statusCode, asked.headers['upload-offset'], asked.headers['upload-length']]).toEqual([
      200,
      String(100 * KB),
      String(film.length),
    ])
    await uploads.sendPart(id, 100 * KB, film.subarray(100 * KB))
    const created = await uploads.use(id, 'video', memorialId, { description: 'На даче' })

    expect(created.statusCode).toBe(201)
    const item = created.json<NewArchiveItem>()
    expect(item).toMatchObject({ description: 'На даче', duplicate_of: inOnePiece.json<NewArchiveItem>().id })
    const stored = (await server.app.inject(item.file_path)).rawPayload
    expect(stored.equals((await server.app.inject(inOnePiece.json<NewArchiveItem>().file_path)).rawPayload)).toBe(true)
    expect((await filesBelow(path.join(server.dataDir, 'uploads'))).size).toBe(0)
  })

  it('is the same item when the answer was lost and it is asked for again, and its parts go afterwards', async () => {
    const before = await server.storedFiles()
    const sender = await aSender()
    const { uploads, memorialId, owner } = sender
    const id = await aWholeFilm(sender)

    const first = (await uploads.use(id, 'video', memorialId)).json<NewArchiveItem>()
    const again = await uploads.use(id, 'video', memorialId)

    expect(again.statusCode).toBe(201)
    expect(again.json<NewArchiveItem>()).toMatchObject({ id: first.id, position: first.position })
    await makeDue(id)
    await server.removals.removeDue()
    expect((await uploads.use(id, 'video', memorialId)).statusCode).toBe(404)
    await server.api({ method: 'DELETE', url: `/video_archive/delete/${first.id}`, token: owner.token })
    expect(await server.storedFiles()).toEqual(before)
  })

  it('becomes one item when it is sent twice at once', async () => {
    const sender = await aSender()
    const { uploads, memorialId, owner } = sender
    const id = await aWholeFilm(sender)

    const answers = await Promise.all([1, 2, 3].map(() => uploads.use(id, 'video', memorialId)))

    const statuses = answers.map(({ statusCode }) => statusCode)
    expect(statuses.every((status) => status === 201 || status === 409)).toBe(true)
    const listed = await server.api({ url: `/video_archive/get_memorial_videos/${memorialId}`, token: owner.token })
    expect(listed.json<{ result: unknown[] }>().result).toHaveLength(1)
  })

  it('is refused while parts are missing, and where it is no film, and then nothing stays', async () => {
    const before = await server.storedFiles()
    const { uploads, memorialId } = await aSender()
    const song = await sampleFile('sound.mp3')
    const id = await uploads.begun({ memorialId, kind: 'video', size: song.length })

    expect((await uploads.use(id, 'video', memorialId)).statusCode).toBe(422)
    await uploads.sendPart(id, 0, song)
    expect((await uploads.use(id, 'video', memorialId)).statusCode).toBe(415)

    expect((await uploads.ask(id)).statusCode).toBe(404)
    expect(await server.storedFiles()).toEqual(before)
  })

  it('is for the archive and the page that it was announced for alone', async () => {
    const sender = await aSender()
    const { uploads, memorialId } = sender
    const id = await aWholeFilm(sender)
    const other = await aSender()

    expect((await uploads.use(id, 'photo', memorialId)).statusCode).toBe(404)
    expect((await uploads.use(id, 'video', other.memorialId)).statusCode).toBe(403)
    expect((await uploads.use(id, 'video', memorialId)).statusCode).toBe(201)
  })

  it('takes no part from another place, none that is too long, and none after it is an item', async () => {
    const sender = await aSender()
    const { uploads, memorialId } = sender
    const id = await uploads.begun({ memorialId, kind: 'video', size: film.length })
    await uploads.sendPart(id, 0, film.subarray(0, 100 * KB))

    const statuses = [
      await uploads.sendPart(id, 0, film.subarray(0, 100 * KB)),
      await uploads.sendPart(id, 200 * KB, film.subarray(200 * KB)),
      await uploads.sendPart(id, 100 * KB, film),
    ].map(({ statusCode, json }) => [statusCode, typeof json<{ detail: string }>().detail])
    expect(statuses).toEqual([
      [409, 'string'],
      [409, 'string'],
      [413, 'string'],
    ])

    await uploads.sendPart(id, 100 * KB, film.subarray(100 * KB))
    await uploads.use(id, 'video', memorialId)
    expect((await uploads.sendPart(id, film.length, Buffer.alloc(1))).statusCode).toBe(404)
  })

  it('may come in parts of any size', async () => {
    const { uploads, memorialId } = await aSender()
    const id = await uploads.begun({ memorialId, kind: 'video', size: film.length })

    const offsets: unknown[] = []
    for (const [from, to] of [
      [0, 1],
      [1, 11],
      [11, 11],
      [11, 1000],
      [1000, film.length],
    ] as const) {
      offsets.push((await uploads.sendPart(id, from, film.subarray(from, to))).headers['upload-offset'])
    }

    expect(offsets).toEqual(['1', '11', '11', '1000', String(film.length)])
    expect((await uploads.use(id, 'video', memorialId)).statusCode).toBe(201)
  })
})

describe('before the first byte', () => {
  it('a guest, an unverified account and one that keeps another page are refused', async () => {
    const { memorialId } = await aSender()
    const file = { memorialId, kind: 'video', size: 1000 } as const
    const unverified = await server.signUp({ verified: false })
    const stranger = await aSender()

    const statuses = [
      await uploader(server).begin(file),
      await uploader(server, unverified.token).begin(file),
      await stranger.uploads.begin(file),
      await stranger.uploads.begin({ ...file, memorialId: 1_000_000 }),
    ].map(({ statusCode }) => statusCode)
    expect(statuses).toEqual([401, 403, 403, 404])
  })

  it('a basic page is refused, and what it has no room for, and what is not announced', async () => {
    const { uploads, memorialId } = await aSender()
    await server.db.updateTable('memorials').set({ media_storage_limit: 1000 }).where('id', '=', memorialId).execute()
    const statusOf = async (kind: 'photo' | 'video', size: number) =>
      (await uploads.begin({ memorialId, kind, size })).statusCode

    expect(await statusOf('video', 1001)).toBe(413)
    expect(await statusOf('video', 1000)).toBe(201)
    expect(await statusOf('photo', 100 * KB * KB + 1)).toBe(413)
    expect(await statusOf('photo', 1001)).toBe(201)
    expect(await statusOf('video', 0)).toBe(422)
    expect(await statusOf('sound' as 'photo', 10)).toBe(422)
    await server.db.updateTable('memorials').set({ is_advanced: false }).where('id', '=', memorialId).execute()
    expect(await statusOf('video', 10)).toBe(403)
  })

  it('an account has a few under way; one that was left alone for an hour gives way', async () => {
    const { uploads, memorialId, owner } = await aSender()
    const file = { memorialId, kind: 'video', size: 1000 } as const
    const ids: string[] = []
    for (let n = 0; n < UNDER_WAY_MAX; n++) ids.push(await uploads.begun(file))

    const refused = await uploads.begin(file)
    expect([refused.statusCode, Number(refused.headers['retry-after'])]).toEqual([429, 3600])

    const longAgo = new Date(Date.now() - 2 * 3600 * 1000)
    await server.db
      .updateTable('uploads')
      .set({ touched_at: longAgo })
      .where('id', '=', ids[3] ?? '')
      .execute()
    const [first, second] = await Promise.all([uploads.begin(file), uploads.begin(file)])
    expect([first.statusCode, second.statusCode].sort()).toEqual([201, 429])
    const rows = await server.db.selectFrom('uploads').select('id').where('user_id', '=', owner.user.id).execute()
    expect(rows).toHaveLength(UNDER_WAY_MAX)
    expect(rows.map(({ id }) => id)).not.toContain(ids[3])
  })
})

describe('an upload of another account', () => {
  it('does not exist, whatever is asked of it', async () => {
    const sender = await aSender()
    const id = await aWholeFilm(sender)
    const other = await aSender()
    await server.db
      .insertInto('keepers')
      .values({ memorial_id: sender.memorialId, user_id: other.owner.user.id })
      .execute()

    const { ask, sendPart, cancel, use } = other.uploads
    const answers = [
      await ask(id),
      await sendPart(id, film.length, Buffer.alloc(0)),
      await cancel(id),
      await use(id, 'video', sender.memorialId),
      await uploader(server).ask(id),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 401])
    expect((await sender.uploads.use(id, 'video', sender.memorialId)).statusCode).toBe(201)
  })
})

it.each(['/uploads', '/uploads/any'])('tells anyone who asks for the options of %s what it can', async (url) => {
  const { statusCode, headers } = await server.api({ method: 'OPTIONS', url })
  expect(statusCode).toBe(204)
  expect(headers).toMatchObject({
    'tus-resumable': '1.0.0',
    'tus-version': '1.0.0',
    'tus-extension': 'creation,termination',
  })
})

it('an id that no upload can have is nobody’s, also one that the database would not take', async () => {
  const { uploads } = await aSender()
  for (const id of ['%00', 'x', 'x'.repeat(300)]) {
    const answers = [await uploads.ask(id), await uploads.sendPart(id, 0, film), await uploads.cancel(id)]
    expect([id, ...answers.map(({ statusCode }) => statusCode)]).toEqual([id, 404, 404, 404])
  }
})

describe('nothing stays of an upload', () => {
  const twoParts = async () => {
    const sender = await aSender()
    const before = await server.storedFiles()
    const id = await aWholeFilm(sender)
    expect((await server.storedFiles()).size).toBe(before.size + 2)
    return { ...sender, id, before }
  }

  it('that is cancelled', async () => {
    const { uploads, id, before } = await twoParts()
    expect((await uploads.cancel(id)).statusCode).toBe(204)
    expect(await server.storedFiles()).toEqual(before)
    expect((await uploads.ask(id)).statusCode).toBe(404)
  })

  it('that was left alone for a day', async () => {
    const { id, uploads, before } = await twoParts()
    const { due_at: due } = await server.db
      .selectFrom('media_removals')
      .select('due_at')
      .where('media_id', '=', id)
      .executeTakeFirstOrThrow()
    expect((due.getTime() - Date.now()) / 3_600_000).toBeCloseTo(24, 1)

    await server.removals.removeDue()
    expect((await uploads.ask(id)).statusCode).toBe(200)
    await makeDue(id)
    await server.removals.removeDue()

    expect((await uploads.ask(id)).statusCode).toBe(404)
    expect(await server.storedFiles()).toEqual(before)
    expect(await uploadRows()).not.toContain(id)
  })

  it('whose page is deleted', async () => {
    const { memorialId, owner, before } = await twoParts()
    await server.api({ method: 'DELETE', url: `/memorial/delete/${memorialId}/`, token: owner.token })
    await destroyOverdue(server)
    expect(await server.storedFiles()).toEqual(before)
  })

  it('whose account is erased, on a page that it keeps for others', async () => {
    const { owner, memorialId, before } = await twoParts()
    const other = await aSender()
    await server.db
      .updateTable('memorials')
      .set({ user_id: other.owner.user.id })
      .where('id', '=', memorialId)
      .execute()
    const account = await server.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', owner.user.id)
      .executeTakeFirstOrThrow()
    const securityLog = { record: () => undefined }
    const { library, db, secretKey, dataDir } = server
    const erasure = createErasure({ db, library, securityLog, secretKey, dataDir })

    await erasure.erase(account, 'operator')

    expect(await server.storedFiles()).toEqual(before)
  })
})

it('a photograph that comes in parts is decoded as any other, and counts toward the same limit', async () => {
  const { uploads, memorialId } = await aSender()
  const picture = await smallPicture()
  const id = await uploads.begun({ memorialId, kind: 'photo', size: picture.length })
  await uploads.sendPart(id, 0, picture)

  const item = (await uploads.use(id, 'photo', memorialId)).json<NewArchiveItem>()

  expect(item.file_path).toMatch(/\.jpg/)
})
