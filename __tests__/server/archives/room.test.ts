import path from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { type ArchiveItem, type ArchiveKind, archivePaths } from '@contract/archive'
import type { Memorial } from '@contract/memorial'
import { addToArchive, anAdvancedMemorial, archiveForm, sampleFile } from '@support/archives'
import { smallPicture } from '@support/photographs'
import { startTestApp, type TestApp } from '@support/server-app'
import { filesBelow } from '@support/stored-files'

const MB = 1024 ** 2
const BOUNDARY = 'xyz'

let server: TestApp
let owner: string
let memorialId: number
let sound: Buffer

beforeAll(async () => {
  server = await startTestApp()
  sound = await sampleFile('sound.mp3')
})
afterAll(() => server.close())
beforeEach(async () => {
  const made = await anAdvancedMemorial(server)
  owner = made.owner.token
  memorialId = made.memorial.id
})

const leaveRoom = (bytes: number) =>
  server.db.updateTable('memorials').set({ media_storage_limit: bytes }).where('id', '=', memorialId).execute()
const add = (kind: ArchiveKind, bytes?: Uint8Array) =>
  addToArchive(server, kind, { token: owner, memorialId, ...(bytes && { bytes }) })
const filesInStore = () => server.storedFiles()
const filesInHand = () => filesBelow(path.join(server.dataDir, 'uploads'))
/** While a file goes away it may be listed and no longer there. */
const bytesInHand = async () =>
  [...(await filesInHand().catch(() => new Map<string, number>())).values()].reduce((total, size) => total + size, 0)
const bytesUsed = async () =>
  (await server.api({ url: `/memorial/${memorialId}`, token: owner })).json<Memorial>().used_storage_bytes ?? 0

/** A form as it goes over the wire; `memorial_id` stands before the file. */
function rawForm(file: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(rawHead()), file, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)])
}

function rawHead(): string {
  const disposition = `--${BOUNDARY}\r\nContent-Disposition: form-data`
  return `${disposition}; name="memorial_id"\r\n\r\n${memorialId}\r\n${disposition}; name="file"; filename="a.bin"\r\n\r\n`
}

function send(kind: ArchiveKind, payload: Buffer | Readable | FormData, headers: Record<string, string> = {}) {
  const type = payload instanceof FormData ? {} : { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
  return server.api({
    method: 'POST',
    url: archivePaths(kind).create,
    token: owner,
    payload,
    headers: { ...type, ...headers },
  })
}

it('takes a file that fills the room to the last byte, and none after it', async () => {
  await leaveRoom(sound.length)
  expect((await add('audio', sound)).statusCode).toBe(201)
  expect(await bytesUsed()).toBe(sound.length)
  for (const kind of ['photo', 'audio', 'video'] as const) {
    const refusal = await add(kind)
    expect(refusal.statusCode).toBe(413)
    expect(refusal.json<{ detail: string }>().detail).toMatch(/[а-я]/)
  }
})

it('refuses a file with one byte too many, and leaves nothing of it', async () => {
  const before = await filesInStore()
  await leaveRoom(sound.length - 1)
  expect((await add('audio', sound)).statusCode).toBe(413)
  expect([await bytesUsed(), (await filesInHand()).size]).toEqual([0, 0])
  expect(await filesInStore()).toEqual(before)
})

it('measures a photo as it is stored, with its smaller copies', async () => {
  const picture = await smallPicture()
  await add('photo', picture)
  const bytes = await bytesUsed()
  expect(bytes).toBeGreaterThan(picture.length)

  await leaveRoom(2 * bytes - 1)
  const before = await filesInStore()
  expect((await add('photo', picture)).statusCode).toBe(413)
  expect(await filesInStore()).toEqual(before)

  await leaveRoom(2 * bytes)
  expect((await add('photo', picture)).statusCode).toBe(201)
})

it('has room again for what was refused once something is deleted', async () => {
  await leaveRoom(sound.length)
  const { id } = (await add('audio', sound)).json<ArchiveItem>()
  expect((await add('audio', sound)).statusCode).toBe(413)
  await server.api({ method: 'DELETE', url: `${archivePaths('audio').delete}/${id}`, token: owner })
  expect((await add('audio', sound)).statusCode).toBe(201)
})

it('gives the last room to exactly one of two files at once', async () => {
  const before = (await filesInStore()).size
  await leaveRoom(sound.length)
  const answers = await Promise.all([add('audio', sound), add('audio', sound)])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 413])
  expect(await bytesUsed()).toBe(sound.length)
  expect((await filesInStore()).size).toBe(before + 1)
})

it('refuses by its declared length what has no room, whatever then comes', async () => {
  await leaveRoom(sound.length)
  expect((await send('audio', rawForm(sound), { 'content-length': String(sound.length + 2 * MB) })).statusCode).toBe(
    413,
  )
  expect((await send('photo', rawForm(await smallPicture()), { 'content-length': String(102 * MB) })).statusCode).toBe(
    413,
  )
  expect([await bytesUsed(), (await filesInHand()).size]).toEqual([0, 0])
  expect((await send('audio', rawForm(sound))).statusCode).toBe(201)
})

it('holds five thousand files in one archive and no more, and refuses the next with a reason', async () => {
  const fill = (files: number) =>
    sql`
    with added as (
      insert into media (id, memorial_id)
      select 'many-' || ${memorialId}::text || '-' || n, ${memorialId} from generate_series(1, ${files}::int) n returning id
    )
    insert into archive_items (memorial_id, kind, media_id, file_name, size_bytes)
    select ${memorialId}, 'audio', id, 'recording.mp3', 1 from added`.execute(server.db)
  await fill(4999)
  const before = (await filesInStore()).size
  const answers = await Promise.all([add('audio', sound), add('audio', sound)])

  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 403])
  expect(answers.find(({ statusCode }) => statusCode === 403)?.json()).toEqual({
    detail: 'В одном архиве может быть не больше 5 000 файлов. Удалите лишние, чтобы добавить новые.',
  })
  expect((await filesInStore()).size).toBe(before + 1)
  expect((await add('photo')).statusCode).toBe(201)
})

it('cuts off a file of no declared length that goes on and on, and never keeps more of it than there is room', async () => {
  await leaveRoom(MB)
  const before = await filesInStore()
  let mostInHand = 0
  async function* endless() {
    yield Buffer.from(rawHead())
    for (let megabyte = 0; megabyte < 40; megabyte++) {
      yield Buffer.alloc(MB)
      mostInHand = Math.max(mostInHand, await bytesInHand())
    }
  }

  expect((await send('video', Readable.from(endless()))).statusCode).toBe(413)

  expect(mostInHand).toBeLessThanOrEqual(MB)
  expect((await filesInHand()).size).toBe(0)
  expect(await filesInStore()).toEqual(before)
})

it('takes the fields in any order, and asks the same of them', async () => {
  const fileFirst = (id: number) => {
    const form = new FormData()
    form.append('file', new Blob([sound as Uint8Array<ArrayBuffer>]), 'a.mp3')
    form.append('description', 'Поёт')
    form.append('memorial_id', String(id))
    return form
  }
  const before = await filesInStore()
  const { memorial: anothers } = await anAdvancedMemorial(server)
  expect((await send('audio', fileFirst(anothers.id))).statusCode).toBe(403)
  expect((await send('audio', fileFirst(999_999))).statusCode).toBe(404)
  await leaveRoom(sound.length - 1)
  expect((await send('audio', fileFirst(memorialId))).statusCode).toBe(413)
  expect(await filesInStore()).toEqual(before)
  expect((await filesInHand()).size).toBe(0)

  await leaveRoom(sound.length)
  const response = await send('audio', fileFirst(memorialId))
  expect([response.statusCode, response.json()]).toEqual([
    201,
    expect.objectContaining({ memorial_id: memorialId, description: 'Поёт' }),
  ])
})

it.each([
  ['no file', () => undefined, 'Сначала выберите файл.'],
  ['what a browser sends where none was chosen', () => new File([], ''), 'Сначала выберите файл.'],
  ['an empty file', () => new File([], 'song.mp3'), 'Файл пуст.'],
])('wants a file: %s is none', async (_what, file, msg) => {
  for (const kind of ['photo', 'audio', 'video'] as const) {
    const form = new FormData()
    form.append('memorial_id', String(memorialId))
    const chosen = file()
    if (chosen) form.append('file', chosen)
    const response = await send(kind, form)
    expect(response.statusCode).toBe(422)
    expect(response.json()).toMatchObject({ detail: [{ loc: ['body', 'file'], msg }] })
  }
  expect((await filesInHand()).size).toBe(0)
})

it.each(['', 'abc', '0', '1.5'])('wants to know which page a file is for: %p is none', async (id) => {
  const response = await send('audio', archiveForm(id, sound))
  expect(response.statusCode).toBe(422)
  expect(response.json()).toMatchObject({ detail: [{ loc: ['body', 'memorial_id'] }] })
})
