import path from 'node:path'
import fastify from 'fastify'
import { type ArchiveKind, archivePaths } from '@contract/archive'
import type { Memorial } from '@contract/memorial'
import { createAttempts } from '@server/lib/attempts'
import { createUploadRates } from '@server/media/sender'
import { anAdvancedMemorial, archiveForm, sampleFile } from '@support/archives'
import { smallPicture } from '@support/photographs'
import { startTestApp, type TestApp } from '@support/server-app'
import { filesBelow } from '@support/stored-files'

const HOUR_SECONDS = 3600
const TOO_MANY = 'За последний час загружено слишком много фотографий. Пожалуйста, попробуйте позже.'

let server: TestApp
let token: string
let memorial: Memorial
let burialId: number
let picture: Buffer

beforeAll(async () => {
  server = await startTestApp()
  picture = await smallPicture()
  const made = await anAdvancedMemorial(server)
  token = made.owner.token
  memorial = made.memorial
  const payload = form({ memorial_id: String(memorial.id), burial_address: 'Кладбище' })
  burialId = (await server.api({ method: 'POST', url: '/burial/create', token, payload })).json<{ id: number }>().id
})
afterAll(() => server.close())

function form(fields: Record<string, string>, file?: string): FormData {
  const filled = new FormData()
  for (const [name, value] of Object.entries(fields)) filled.append(name, value)
  if (file) filled.append(file, new Blob([new Uint8Array(picture)]), 'photo.jpg')
  return filled
}

/** All calls that accept a picture. */
const WAYS: [string, 'POST' | 'PATCH', () => string, () => FormData][] = [
  ['a new page', 'POST', () => '/memorial/create', () => form({}, 'file')],
  ['a page', 'PATCH', () => `/memorial/update/${memorial.id}/`, () => form({}, 'photo')],
  ['an archive', 'POST', () => archivePaths('photo').create, () => archiveForm(memorial.id, picture)],
  [
    'a new grave',
    'POST',
    () => '/burial/create',
    () => form({ memorial_id: String(memorial.id) }, 'burial_photo_file'),
  ],
  ['words of memory', 'POST', () => '/memories/create', () => form({}, 'file')],
  ['a grave', 'PATCH', () => `/burial/update/${burialId}`, () => form({}, 'burial_photo_file')],
]

describe('after 600 pictures in an hour', () => {
  beforeAll(async () => {
    // The page has a grave already, so nothing is created; the files count nevertheless.
    for (let sent = 0; sent < 600; sent++) {
      const { statusCode } = await server.api({
        method: 'POST',
        url: '/burial/create',
        token,
        payload: form({ memorial_id: String(memorial.id) }, 'burial_photo_file'),
      })
      expect(statusCode).toBe(409)
    }
  })

  it.each(WAYS)(
    'an account is asked to wait with one for %s, and nothing of it is kept',
    async (_what, method, url, payload) => {
      const before = await server.storedFiles()
      const response = await server.api({ method, url: url(), token, payload: payload() })

      expect([response.statusCode, response.json()]).toEqual([429, { detail: TOO_MANY }])
      const wait = Number(response.headers['retry-after'])
      expect(wait).toBeGreaterThan(0)
      expect(wait).toBeLessThanOrEqual(HOUR_SECONDS)
      expect(await server.storedFiles()).toEqual(before)
      expect((await filesBelow(path.join(server.dataDir, 'uploads'))).size).toBe(0)
    },
  )

  it('another account may send some', async () => {
    const other = await anAdvancedMemorial(server)
    const payload = archiveForm(other.memorial.id, picture)
    const { statusCode } = await server.api({
      method: 'POST',
      url: archivePaths('photo').create,
      token: other.owner.token,
      payload,
    })
    expect(statusCode).toBe(201)
  })

  it('a recording, and a change without a picture, are still taken', async () => {
    const payload = archiveForm(memorial.id, await sampleFile('sound.mp3'))
    const recording = await server.api({ method: 'POST', url: archivePaths('audio').create, token, payload })
    const change = await server.api({
      method: 'PATCH',
      url: `/burial/update/${burialId}`,
      token,
      payload: form({ burial_address: 'Новое кладбище' }),
    })
    expect([recording.statusCode, change.statusCode]).toEqual([201, 200])
  })
})

it('after 600 recordings in an hour an account is asked to wait, and may still send pictures', async () => {
  const { owner, memorial: page } = await anAdvancedMemorial(server)
  const send = async (kind: ArchiveKind, bytes: Uint8Array) =>
    server.api({
      method: 'POST',
      url: archivePaths(kind).create,
      token: owner.token,
      payload: archiveForm(page.id, bytes),
    })
  // Files that are no recordings count too, since they were processed.
  const nonsense = new Uint8Array([1])
  for (let sent = 0; sent < 600; sent++) expect((await send('audio', nonsense)).statusCode).toBe(415)

  for (const kind of ['audio', 'video'] as const) {
    const response = await send(kind, nonsense)
    expect([response.statusCode, response.json()]).toEqual([
      429,
      { detail: 'За последний час загружено слишком много записей. Пожалуйста, попробуйте позже.' },
    ])
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
  }
  expect((await send('photo', picture)).statusCode).toBe(201)
})

it.each(['picture', 'recording'] as const)('a guest may send 20 of a %s an hour from one address', async (kind) => {
  const app = fastify()
  const countUpload = createUploadRates(createAttempts())
  app.decorateRequest('account')
  app.get('/', async (request) => {
    await countUpload(kind, request)
    return 'counted'
  })
  const send = async (remoteAddress: string) => (await app.inject({ url: '/', remoteAddress })).statusCode
  for (let sent = 0; sent < 20; sent++) expect(await send('192.0.2.1')).toBe(200)
  expect(await send('192.0.2.1')).not.toBe(200)
  expect(await send('192.0.2.2')).toBe(200)
  await app.close()
})
