import path from 'node:path'
import { crc32 } from 'node:zlib'
import type { ArchiveItem, ArchiveKind } from '@contract/archive'
import { addToArchive, anAdvancedMemorial, sampleFile } from '@support/archives'
import { phonePhotograph, smallPicture } from '@support/photographs'
import { startTestApp, type TestApp } from '@support/server-app'
import { filesBelow } from '@support/stored-files'

const SCRIPT = '<script>alert(1)</script>'

let server: TestApp
let token: string
let memorialId: number

beforeAll(async () => {
  server = await startTestApp()
  const made = await anAdvancedMemorial(server)
  token = made.owner.token
  memorialId = made.memorial.id
})
afterAll(() => server.close())

const add = (kind: ArchiveKind, bytes: Uint8Array) => addToArchive(server, kind, { token, memorialId, bytes })

async function expectRefused(kind: ArchiveKind, bytes: Uint8Array, status: number): Promise<void> {
  const before = await server.storedFiles()
  expect((await add(kind, bytes)).statusCode).toBe(status)
  expect(await server.storedFiles()).toEqual(before)
  expect((await filesBelow(path.join(server.dataDir, 'uploads'))).size).toBe(0)
}

const page = (start: string) => Buffer.from(`${start}<!doctype html><html><body>${SCRIPT}</body></html>`)

it.each<[string, () => Buffer | Promise<Buffer>]>([
  ['a drawing in SVG', () => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`)],
  ['a page of HTML', () => page('')],
  ['a page behind the first bytes of a JPEG', () => page('\xff\xd8\xff\xe0')],
  ['a page behind the first bytes of a GIF', () => page('GIF89a/*')],
  ['a program', () => Buffer.from('MZ\x90\0\x03\0\0\0'.padEnd(512, '\0'), 'latin1')],
  ['an archive of files', () => Buffer.from('PK\x03\x04'.padEnd(64, '\0'), 'latin1')],
  ['zeros', () => Buffer.alloc(4096)],
  ['chance', () => Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 7919) % 251))],
  ['a photograph that breaks off', async () => (await phonePhotograph({ width: 400, height: 300 })).subarray(0, 900)],
])('takes %s into no archive', async (_what, bytes) => {
  for (const kind of ['photo', 'audio', 'video'] as const) await expectRefused(kind, await bytes(), 415)
})

it('says that an empty file is empty', async () => {
  for (const kind of ['photo', 'audio', 'video'] as const) await expectRefused(kind, new Uint8Array(), 422)
})

it.each([
  ['png', 14_400],
  ['webp', 7_100],
  ['jpeg', 14_400],
] as const)('refuses a pixel bomb in %s before it decodes it', async (format, side) => {
  const small = await smallPicture(format)
  expect((await add('photo', small)).statusCode).toBe(201)
  await expectRefused('photo', claimingSide(format, small, side), 413)
})

/** The same picture, but its header claims as many pixels across and down as a bomb has. Its pixels do not decode. */
function claimingSide(format: 'png' | 'webp' | 'jpeg', picture: Buffer, side: number): Buffer {
  const bomb = Buffer.from(picture)
  if (format === 'png') {
    for (const place of [16, 20]) bomb.writeUInt32BE(side, place)
    bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29)
  }
  if (format === 'webp') for (const place of [26, 28]) bomb.writeUInt16LE(side, place)
  if (format === 'jpeg') {
    const frame = bomb.indexOf(Buffer.of(0xff, 0xc0))
    for (const place of [5, 7]) bomb.writeUInt16BE(side, frame + place)
  }
  return bomb
}

it('keeps of a photograph with a page hidden behind it the photograph alone', async () => {
  const response = await add('photo', Buffer.concat([await smallPicture(), page('')]))
  expect(response.statusCode).toBe(201)
  const stored = await server.app.inject(response.json<ArchiveItem>().file_path)
  expect(stored.headers['content-type']).toBe('image/jpeg')
  expect(stored.rawPayload.includes(SCRIPT)).toBe(false)
})

it('serves a film with a page hidden in it as a film and as nothing else', async () => {
  const hidden = page('')
  const box = Buffer.alloc(8)
  box.writeUInt32BE(hidden.length + 8)
  box.write('free', 4)
  const response = await add('video', Buffer.concat([await sampleFile('film.mp4'), box, hidden]))
  expect(response.statusCode).toBe(201)
  const { headers } = await server.app.inject(response.json<ArchiveItem>().file_path)
  expect(headers).toMatchObject({ 'content-type': 'video/mp4', 'x-content-type-options': 'nosniff' })
})

it('takes nothing for its name: neither path nor ending', async () => {
  const form = new FormData()
  form.append('memorial_id', String(memorialId))
  form.append('file', new Blob([new Uint8Array(await smallPicture())]), '../../../etc/passwd\0.html')
  const response = await server.api({ method: 'POST', url: '/photo_archive/create', token, payload: form })
  expect(response.statusCode).toBe(201)
  expect(response.json<ArchiveItem>().file_path).toMatch(/^\/media\/[\w-]+\/picture\.jpg$/)
})

it('finds no file under a bent address', async () => {
  const { file_path: address } = (await add('photo', await smallPicture())).json<ArchiveItem>()
  for (const bent of ['/media/../database/PG_VERSION', '/media/%2e%2e/%2e%2e/etc/passwd', `${address}%00.html`]) {
    expect((await server.app.inject(bent)).statusCode).toBe(404)
  }
})
