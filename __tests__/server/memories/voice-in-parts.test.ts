import { randomUUID } from 'node:crypto'
import { VOICE_MAX_BYTES } from '@contract/limits'
import type { WrittenMemory } from '@contract/memory'
import { OPEN_VOICES_MAX_BYTES } from '@server/media/uploads/uploads'
import { expectRowsAndFilesToAgree } from '@support/agreement'
import { doTheJobs } from '@support/jobs'
import { repeats } from '@support/repeats'
import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'
import { idOf, voiceUploader } from '@support/uploads'
import { anAddress, aWav, sendVoice, waiting } from './words'

let server: TestApp
let owner: Awaited<ReturnType<typeof anOwner>>
let memorialId: number
const wav = aWav()

beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())
beforeEach(async () => {
  owner = await anOwner(server)
  memorialId = (await aStoredMemorial(server, owner.token, { public_status: 'true' })).id
})

const agree = () => expectRowsAndFilesToAgree(server.db, server.dataDir, server.storedFiles)
const use = (upload: string, fields: object = {}) => sendVoice(server, memorialId, { voice_upload: upload, ...fields })
const guest = () => voiceUploader(server, { from: anAddress() })

it('is sent by a guest, goes on where it broke off, and becomes part of the words', async () => {
  const sender = guest()
  const begun = await sender.begin(memorialId, wav.length)
  expect([begun.statusCode, begun.headers.location]).toEqual([
    201,
    expect.stringMatching(/^\/api\/v1\/voices\/[\w-]{22}$/),
  ])
  const id = idOf(begun.headers.location)
  expect((await sender.sendPart(id, 0, wav.subarray(0, 5000))).statusCode).toBe(204)
  expect((await use(id)).statusCode).toBe(422)
  expect((await sender.sendPart(id, 9000, wav.subarray(9000))).statusCode).toBe(409)
  expect((await sender.ask(id)).headers['upload-offset']).toBe('5000')
  expect((await sender.sendPart(id, 5000, wav.subarray(5000))).statusCode).toBe(204)

  const idempotency_key = randomUUID()
  const first = await use(id, { idempotency_key })
  expect([first.statusCode, first.json()]).toMatchObject([201, { status: 'pending', voice: { duration: 2 } }])
  // The response was lost: the words are left once.
  expect((await use(id, { idempotency_key })).json()).toEqual(first.json())
  expect((await sender.ask(id)).statusCode).toBe(404)
  expect((await use(id)).statusCode).toBe(404)
  await agree()
})

it('is used once, however many words name it at a time', async () => {
  for (let round = 0; round < repeats({ usually: 1, thoroughly: 50 }); round++) {
    const id = await guest().sent(memorialId, wav)
    const statuses = (await Promise.all([use(id), use(id), use(id)])).map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    expect(statuses.every((status) => [201, 404, 409].includes(status))).toBe(true)
  }
  await agree()
})

it('belongs to the page that it was sent for, and to the account', async () => {
  const id = await guest().sent(memorialId, wav)
  const other = await aStoredMemorial(server, owner.token, { public_status: 'true' })
  expect((await sendVoice(server, other.id, { voice_upload: id })).statusCode).toBe(404)
  await guest().cancel(id)

  const account = await server.signUp()
  const own = await voiceUploader(server, account).sent(memorialId, wav)
  for (const stranger of [guest(), voiceUploader(server, owner)]) {
    expect((await stranger.ask(own)).statusCode).toBe(404)
    expect((await stranger.sendPart(own, 0, wav)).statusCode).toBe(404)
    expect((await stranger.cancel(own)).statusCode).toBe(404)
  }
  expect((await use(own)).statusCode).toBe(404)
  expect((await use(own, { token: account.token })).json<WrittenMemory>().voice?.duration).toBe(2)
})

it('is begun by those alone who may leave words there', async () => {
  const unverified = await server.signUp({ verified: false })
  expect((await voiceUploader(server, unverified).begin(memorialId, 100)).statusCode).toBe(403)
  expect((await guest().begin(999_999, 100)).statusCode).toBe(404)
  expect((await guest().begin(memorialId, 10 * 1024 * 1024 + 1)).statusCode).toBe(413)
  expect((await guest().begin(memorialId, 0)).statusCode).toBe(422)
  const url = `/memorial/update/${memorialId}`
  await server.api({ method: 'PATCH', url, token: owner.token, payload: { public_status: false } })
  expect((await guest().begin(memorialId, 100)).statusCode).toBe(403)
  const kept = await voiceUploader(server, owner).begin(memorialId, 100)
  expect(kept.statusCode).toBe(201)
  await voiceUploader(server, owner).cancel(idOf(kept.headers.location))
})

it('ends at once where it is no voice, and after a day where it is not used', async () => {
  const noVoice = await guest().sent(memorialId, Buffer.alloc(2000, 'text'))
  expect((await use(noVoice)).statusCode).toBe(415)
  expect((await guest().ask(noVoice)).statusCode).toBe(404)

  const unused = await guest().sent(memorialId, wav)
  const due = (hours: number) =>
    server.db
      .updateTable('media_removals')
      .set({ due_at: new Date(Date.now() + hours * 3600 * 1000) })
      .where('media_id', '=', unused)
      .execute()
  const { due_at: end } = await server.db
    .selectFrom('media_removals')
    .select('due_at')
    .where('media_id', '=', unused)
    .executeTakeFirstOrThrow()
  expect(Math.round((end.getTime() - Date.now()) / 3_600_000)).toBe(24)
  await due(1)
  await doTheJobs(server)
  expect((await guest().ask(unused)).statusCode).toBe(200)
  await due(-1)
  await doTheJobs(server)
  expect((await guest().ask(unused)).statusCode).toBe(404)
  expect((await waiting(server, owner.token)).result).toEqual([])
  await agree()
})

it('is bounded: by network in an hour, at a page, and over all', async () => {
  const one = voiceUploader(server, { from: anAddress() })
  const statuses: number[] = []
  const begun: string[] = []
  for (let nth = 0; nth < 21; nth++) {
    const { statusCode, headers } = await one.begin(memorialId, VOICE_MAX_BYTES)
    statuses.push(statusCode)
    if (statusCode === 201) begun.push(idOf(headers.location))
  }
  expect(statuses).toEqual([...Array<number>(20).fill(201), 429])

  // As if a hundred waited at the page: first nothing is idle, then the longest idle ones end.
  const row = await server.db
    .selectFrom('uploads')
    .selectAll()
    .where('id', '=', begun[0] ?? '')
    .executeTakeFirstOrThrow()
  const setSize = (size: number) =>
    server.db.updateTable('uploads').set({ size_bytes: size }).where('id', '=', row.id).execute()
  await setSize(OPEN_VOICES_MAX_BYTES)
  expect((await guest().begin(memorialId, 100)).statusCode).toBe(429)
  await server.db
    .updateTable('uploads')
    .set({ touched_at: new Date(Date.now() - 2 * 3600 * 1000) })
    .where('id', '=', row.id)
    .execute()
  const after = await guest().begin(memorialId, 100)
  expect([after.statusCode, (await guest().ask(row.id)).statusCode]).toEqual([201, 404])
  for (const id of [...begun.slice(1), idOf(after.headers.location)]) await guest().cancel(id)
  await agree()
})
