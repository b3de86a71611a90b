import path from 'node:path'
import exifr from 'exifr'
import sharp from 'sharp'
import { type ArchiveItem, archivePaths, type NewArchiveItem } from '@contract/archive'
import type { Memorial } from '@contract/memorial'
import { addToArchive, anAdvancedMemorial, sampleFile } from '@support/archives'
import { addToBox, box } from '@support/boxes'
import { manyPages, scannedPdf } from '@support/odd-pictures'
import { contentOf } from '@support/recording-content'
import { startTestApp, type TestApp } from '@support/server-app'
import { filesBelow } from '@support/stored-files'

const PLACE = '+55.7558+037.6173/'

let server: TestApp
let owner: string
let memorialId: number

beforeAll(async () => {
  server = await startTestApp()
  const made = await anAdvancedMemorial(server)
  owner = made.owner.token
  memorialId = made.memorial.id
})
afterAll(() => server.close())

const add = (kind: 'photo' | 'audio' | 'video', bytes?: Uint8Array) =>
  addToArchive(server, kind, { token: owner, memorialId, ...(bytes && { bytes }) })

it.each([
  ['audio', 'sound.mp3', 'audio/mpeg'],
  ['audio', 'sound.m4a', 'audio/mp4'],
  ['audio', 'sound.ogg', 'audio/ogg'],
  ['audio', 'sound-opus.ogg', 'audio/ogg'],
  ['audio', 'sound.wav', 'audio/wav'],
  ['video', 'film.mp4', 'video/mp4'],
  ['video', 'film-fast.mp4', 'video/mp4'],
  ['video', 'film-frag.mp4', 'video/mp4'],
  ['video', 'film.mov', 'video/quicktime'],
  ['video', 'film.webm', 'video/webm'],
] as const)('takes into the %s archive %s, with all that is seen and heard in it', async (kind, name, contentType) => {
  const bytes = await sampleFile(name)
  const response = await add(kind, bytes)
  expect(response.statusCode).toBe(201)
  const { file_path: address } = response.json<ArchiveItem>()
  const stored = await server.app.inject(address)
  expect(stored.headers['content-type']).toBe(contentType)
  expect(await contentOf(stored.rawPayload)).toEqual(await contentOf(bytes))
})

it.each<['audio' | 'video', string, (bytes: Buffer) => Buffer]>([
  ['video', 'film.mp4', (bytes) => addToBox(bytes, ['moov'], box('udta', box('\xa9xyz', '\0\x12\x15\xc7', PLACE)))],
  ['video', 'film.mov', (bytes) => Buffer.concat([bytes, box('uuid', Buffer.alloc(16, 7), PLACE)])],
  ['audio', 'sound.mp3', (bytes) => Buffer.concat([bytes, Buffer.from(`TAG${PLACE}`.padEnd(128, '\0'))])],
])('keeps for the %s archive of %s no place, and counts the bytes that it keeps', async (kind, name, plant) => {
  const { memorial, owner: itsOwner } = await anAdvancedMemorial(server)
  const { token } = itsOwner
  const sent = plant(await sampleFile(name))

  const added = await addToArchive(server, kind, { token, memorialId: memorial.id, bytes: sent })

  const stored = (await server.app.inject(added.json<ArchiveItem>().file_path)).rawPayload
  expect([sent.includes(PLACE), stored.includes(PLACE)]).toEqual([true, false])
  const page = (await server.api({ url: `/memorial/${memorial.id}`, token })).json<Memorial>()
  expect(page.used_storage_bytes).toBe(stored.length)
})

it('takes a HEIC photograph, and stores it as a JPEG that says nothing of the place', async () => {
  const bytes = await sampleFile('photograph.heic')
  expect(bytes.includes('Zorki')).toBe(true)
  const response = await add('photo', bytes)
  expect(response.statusCode).toBe(201)
  const stored = (await server.app.inject(response.json<ArchiveItem>().file_path)).rawPayload
  expect(await sharp(stored).metadata()).toMatchObject({ format: 'jpeg', width: 64, height: 48 })
  expect(await exifr.parse(stored)).toBeUndefined()
})

describe('a file of many pages', () => {
  async function sent(bytes: Uint8Array) {
    const { memorial, owner: itsOwner } = await anAdvancedMemorial(server)
    const { token } = itsOwner
    const response = await addToArchive(server, 'photo', { token, memorialId: memorial.id, bytes })
    const listed = await server.api({ url: `${archivePaths('photo').list}/${memorial.id}`, token })
    return {
      status: response.statusCode,
      item: response.json<NewArchiveItem>(),
      ids: listed.json<{ result: ArchiveItem[] }>().result.map(({ id }) => id),
    }
  }

  it('becomes a photo for each page of a PDF, in their order', async () => {
    const { status, item, ids } = await sent(await scannedPdf(3))
    expect([status, item.pages, item.further_ids.length]).toEqual([201, 3, 2])
    expect(ids).toEqual([item.id, ...item.further_ids])
  })

  it('becomes one photo of a TIFF, and says how many pages there are', async () => {
    const { status, item, ids } = await sent(await manyPages(3))
    expect([status, item.pages, item.further_ids, ids]).toEqual([201, 3, [], [item.id]])
  })
})

it.each([
  ['photo', 'sound.mp3'],
  ['photo', 'film.mp4'],
  ['audio', 'film.mp4'],
  ['audio', 'film.mkv'],
  ['audio', 'photograph.heic'],
  ['video', 'sound.m4a'],
  ['video', 'sound.flac'],
  ['video', 'photograph.heic'],
] as const)('refuses for the %s archive %s, and leaves nothing behind', async (kind, name) => {
  const before = await server.storedFiles()
  expect((await add(kind, await sampleFile(name))).statusCode).toBe(415)
  expect(await server.storedFiles()).toEqual(before)
  expect((await filesBelow(path.join(server.dataDir, 'uploads'))).size).toBe(0)
})

it.each([
  ['photo', 'photograph.heic'],
  ['audio', 'sound.m4a'],
  ['audio', 'sound.ogg'],
  ['audio', 'sound.wav'],
  ['video', 'film.mp4'],
  ['video', 'film-fast.mp4'],
  ['video', 'film.mov'],
  ['video', 'film.webm'],
] as const)('refuses for the %s archive %s when it breaks off', async (kind, name) => {
  const bytes = await sampleFile(name)
  for (const share of [0.1, 0.5, 0.95]) {
    expect((await add(kind, bytes.subarray(0, bytes.length * share))).statusCode).toBe(415)
  }
})
