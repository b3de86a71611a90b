import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import type { Memory, WrittenMemory } from '@contract/memory'
import { TRASH_DAYS } from '@contract/retention'
import { createErasure } from '@server/modules/leaving/erasure'
import { createSecurityLog } from '@server/lib/security-log'
import { expectRowsAndFilesToAgree } from '@support/agreement'
import { doTheJobs } from '@support/jobs'
import { aLog } from '@support/recorded-log'
import { FILES_OF_PICTURE, phonePhotograph, smallPicture } from '@support/photographs'
import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'
import { ageTrash, destroyOverdue, trashOf } from '@support/trash'
import { aVisitorWithPin, decide, GUEST_EMAIL, lettersAboutWords, shown, waiting, words } from './words'

const DAY_MS = 24 * 3600 * 1000
const PLAIN = /^\/media\/[\w-]+\/picture\.jpg$/
const SIGNED = /^\/media\/[\w-]+\/picture\.jpg\?expires=\d+&signature=/

let server: TestApp
let owner: Awaited<ReturnType<typeof anOwner>>
let memorialId: number
let picture: Buffer
let addresses = 0

beforeAll(async () => {
  server = await startTestApp()
  picture = await smallPicture()
})
afterAll(() => server.close())
beforeEach(async () => {
  owner = await anOwner(server)
  memorialId = (await aStoredMemorial(server, owner.token, { public_status: 'true' })).id
})

interface Sending {
  token?: string
  photo?: Uint8Array | null
  from?: string
}

function send({ token, photo = picture, from = anAddress(), ...fields }: Sending & Record<string, unknown> = {}) {
  const form = new FormData()
  for (const [name, value] of Object.entries(
    words(memorialId, { author_email: `guest-${++addresses}@example.org`, ...fields }),
  )) {
    if (value !== undefined) form.append(name, String(value))
  }
  if (photo) form.append('file', new Blob([photo as Uint8Array<ArrayBuffer>]), 'photo.jpg')
  return server.api({
    method: 'POST',
    url: '/memories/create',
    payload: form,
    remoteAddress: from,
    ...(token && { token }),
  })
}

const sent = async (fields: Sending & Record<string, unknown> = {}) => (await send(fields)).json<WrittenMemory>()
const open = async (address: string | null | undefined) => (await server.app.inject(address ?? '')).statusCode
const unsigned = (address: string | null | undefined) => (address ?? '').replace(/\?.*/, '')
const onPage = async (): Promise<Memory | undefined> => (await shown(server, memorialId)).result[0]
const approve = (id: number) => decide(server, id, 'approved', owner.token)
const call = (method: 'PATCH' | 'POST' | 'DELETE', url: string, payload?: object) =>
  server.api({ method, url, token: owner.token, ...(payload && { payload }) })
/** Says that nothing is left of the photo that words came with. */
async function expectNoTrace(photo: string | null | undefined): Promise<void> {
  await server.removals.settled()
  expect(await open(photo)).not.toBe(200)
  const [, , mediaId = ''] = (photo ?? '').split('/')
  expect([...(await server.storedFiles()).keys()].filter((file) => file.includes(mediaId))).toEqual([])
  await expectRowsAndFilesToAgree(server.db, server.dataDir, server.storedFiles)
}

describe('a photo with words', () => {
  it('is read by nobody without a signature until the words are approved, and by everybody then', async () => {
    const written = await sent()
    expect(written).toMatchObject({
      status: 'pending',
      photo_path: expect.stringMatching(SIGNED),
      photo_width: 40,
      photo_height: 50,
    })
    expect([await open(written.photo_path), await open(unsigned(written.photo_path))]).toEqual([200, 403])
    const [seen] = (await waiting(server, owner.token)).result
    expect(seen).toMatchObject({ photo_path: written.photo_path, photo_width: 40, photo_height: 50 })

    await approve(written.id)

    expect(await onPage()).toEqual({
      id: written.id,
      memorials_id: memorialId,
      description: 'Помню его уроки.',
      author: 'Ольга',
      created_at: written.created_at,
      reply: null,
      voice: null,
      photo_path: expect.stringMatching(PLAIN),
      photo_width: 40,
      photo_height: 50,
    })
    expect(await open(unsigned(written.photo_path))).toBe(200)
  })

  it('stays unread when the words are rejected', async () => {
    const { id, photo_path: photo } = await sent()
    await decide(server, id, 'rejected', owner.token)
    expect([await open(unsigned(photo)), await open(photo)]).toEqual([403, 200])
  })

  it('has a signed address on a closed page', async () => {
    const { id, photo_path: photo } = await sent()
    await approve(id)
    await call('PATCH', `/memorial/update/${memorialId}`, { public_status: false })
    expect(await open(unsigned(photo))).toBe(403)
    const pin = await aVisitorWithPin(server, owner.token, memorialId)
    const url = `/memories/all?memorial_id=${memorialId}`
    const [memory] = (await server.api({ url, token: pin })).json<{ result: Memory[] }>().result
    expect(memory?.photo_path).toMatch(SIGNED)
    expect(await open(memory?.photo_path)).toBe(200)
  })

  it('is told of in every answer that holds the words', async () => {
    const { id, photo_path: photo } = await sent()
    const size = { photo_width: 40, photo_height: 50 }
    const mended = await call('PATCH', `/memories/update/${id}`, { author: 'Ольга Ивановна' })
    expect(mended.json()).toMatchObject({ ...size, photo_path: photo })
    await approve(id)
    const answered = await call('POST', `/memories/${id}/reply`, { text: 'Спасибо.' })
    expect(answered.json()).toMatchObject({ ...size, photo_path: unsigned(photo) })
  })

  it('comes with words of those who keep the page, seen at once', async () => {
    const { photo_path: photo, status } = await sent({ token: owner.token })
    expect([status, photo]).toEqual(['approved', expect.stringMatching(PLAIN)])
    expect(await open(photo)).toBe(200)
  })

  it('is written anew upright and without what a camera noted, with its smaller copies', async () => {
    const before = await server.storedFiles()
    const { photo_path: photo, ...size } = await sent({ photo: await phonePhotograph({ width: 400, height: 300 }) })
    expect(size).toMatchObject({ photo_width: 300, photo_height: 400 })
    expect((await server.storedFiles()).size).toBe(before.size + FILES_OF_PICTURE)
    const { rawPayload: bytes } = await server.app.inject(photo ?? '')
    expect(bytes.includes('Zorki')).toBe(false)
  })

  it('is not needed', async () => {
    const none = { photo_path: null, photo_width: null, photo_height: null }
    expect(await sent({ photo: null })).toMatchObject({ status: 'pending', ...none })
    const chosenNone = new Uint8Array()
    const emptyFile = await send({ photo: chosenNone })
    expect([emptyFile.statusCode, emptyFile.json()]).toMatchObject([422, { detail: [{ loc: ['body', 'file'] }] }])
  })

  it('is told of in the letter to those who keep the page', async () => {
    await sent({ author: 'Ольга' })
    const [letter] = await lettersAboutWords(server, owner.user.email)
    expect(letter?.text).toContain('Ольга (приложена фотография)')
  })

  it('is not told of where there is none', async () => {
    await sent({ photo: null })
    const [letter] = await lettersAboutWords(server, owner.user.email)
    expect(letter?.text).toContain('Ольга')
    expect(letter?.text).not.toContain('фотография')
  })

  it('is kept once when the words are sent again', async () => {
    const idempotency_key = randomUUID()
    const first = await sent({ idempotency_key })
    expect(await sent({ idempotency_key })).toEqual(first)
    await expectRowsAndFilesToAgree(server.db, server.dataDir, server.storedFiles)
  })
})

describe('is refused, and nothing of it stays:', () => {
  let before: Awaited<ReturnType<TestApp['storedFiles']>>
  beforeEach(async () => {
    before = await server.storedFiles()
  })
  afterEach(async () => {
    expect(await server.storedFiles()).toEqual(before)
    expect((await waiting(server, owner.token)).result).toEqual([])
    await expectRowsAndFilesToAgree(server.db, server.dataDir, server.storedFiles)
  })

  it('what is no picture', async () => {
    expect((await send({ photo: Buffer.from('%PDF-1.7 and more') })).statusCode).toBe(415)
  })

  it('what is longer than pictures may be', async () => {
    expect((await send({ photo: Buffer.alloc(20 * 1024 * 1024 + 1) })).statusCode).toBe(413)
  })

  it('one with wrong words', async () => {
    expect((await send({ description: '' })).statusCode).toBe(422)
    expect((await send({ author_email: 'nobody' })).statusCode).toBe(422)
  })

  it('one for a closed page, from an unverified account, for no page', async () => {
    const { token } = await server.signUp({ verified: false })
    expect((await send({ token })).statusCode).toBe(403)
    expect((await send({ memorials_id: 999_999 })).statusCode).toBe(404)
    await call('PATCH', `/memorial/update/${memorialId}`, { public_status: false })
    expect((await send()).statusCode).toBe(403)
  })

  it('one named in JSON', async () => {
    const payload = words(memorialId, { file: '/etc/passwd' })
    const { statusCode } = await server.api({
      method: 'POST',
      url: '/memories/create',
      payload,
      remoteAddress: anAddress(),
    })
    expect(statusCode).toBe(422)
  })

  it('the twenty-first of a guest in an hour', async () => {
    const from = anAddress()
    for (let nth = 0; nth < 20; nth++) expect((await send({ from, description: '' })).statusCode).toBe(422)
    const response = await send({ from })
    expect([response.statusCode, response.json()]).toEqual([
      429,
      { detail: 'За последний час загружено слишком много фотографий. Пожалуйста, попробуйте позже.' },
    ])
    expect((await send({ from, description: '', photo: null })).statusCode).toBe(422)
  })
})

it('takes a picture that is higher than its copies may be', async () => {
  const strip = await sharp({ create: { width: 30, height: 20_000, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const response = await send({ photo: strip })
  expect([response.statusCode, response.json<WrittenMemory>().photo_height]).toEqual([201, 20_000])
})

it('lies unread in the trash with the words, and comes back with them', async () => {
  const { id, photo_path: photo } = await sent({ token: owner.token })
  const trash = trashOf(server, owner.token).words
  await trash.keep(id)
  expect(await open(photo)).toBe(404)
  expect(await trash.list(memorialId)).toMatchObject([{ id, photo_preview: expect.stringMatching(/^data:image\//) }])
  expect((await trash.restore(id)).json()).toMatchObject({ photo_path: photo, photo_width: 40 })
  expect(await open(photo)).toBe(200)
  await expectRowsAndFilesToAgree(server.db, server.dataDir, server.storedFiles)
})

describe('goes with the words:', () => {
  let id: number
  let photo: string | null
  beforeEach(async () => {
    ;({ id, photo_path: photo } = await sent())
    expect(await open(photo)).toBe(200)
  })

  it('deleted at once', async () => {
    expect((await call('DELETE', `/memories/delete/${id}`)).statusCode).toBe(204)
    await expectNoTrace(photo)
  })

  it('destroyed from the trash', async () => {
    const trash = trashOf(server, owner.token).words
    await trash.keep(id)
    expect((await trash.destroy(id)).statusCode).toBe(204)
    await expectNoTrace(photo)
  })

  it('destroyed after their time in the trash', async () => {
    await trashOf(server, owner.token).words.keep(id)
    await ageTrash(server, TRASH_DAYS - 1)
    await doTheJobs(server)
    expect(await trashOf(server, owner.token).words.list(memorialId)).toHaveLength(1)
    await ageTrash(server)
    await doTheJobs(server)
    await expectNoTrace(photo)
  })

  it.each([
    ['rejected long ago', { status: 'rejected' as const, decided_at: new Date(Date.now() - 31 * DAY_MS) }],
    ['never decided on', { undecided_since: new Date(Date.now() - 181 * DAY_MS) }],
  ])('%s', async (_what, change) => {
    await doTheJobs(server)
    expect(await open(photo)).toBe(200)
    await server.db.updateTable('memories').set(change).where('id', '=', id).execute()
    await doTheJobs(server)
    await expectNoTrace(photo)
  })

  it('destroyed with the page', async () => {
    await call('DELETE', `/memorial/delete/${memorialId}`)
    await destroyOverdue(server)
    await expectNoTrace(photo)
  })

  it('of an author whom a keeper blocks, once they are deleted; further photos are taken as before', async () => {
    await call('DELETE', `/memories/delete/${id}`)
    const last = await sent({ author_email: GUEST_EMAIL })
    expect((await call('POST', `/memories/${last.id}/block-author`)).statusCode).toBe(204)
    const unheard = await send({ author_email: GUEST_EMAIL })
    expect([unheard.statusCode, unheard.json()]).toMatchObject([201, { photo_path: expect.stringMatching(SIGNED) }])
    expect((await waiting(server, owner.token)).result).toEqual([])
    await server.db
      .updateTable('memories')
      .set({ undecided_since: new Date(Date.now() - 181 * DAY_MS) })
      .where('is_unheard', '=', true)
      .execute()
    await doTheJobs(server)
    await expectNoTrace(last.photo_path)
    await expectNoTrace(unheard.json<WrittenMemory>().photo_path)
  })
})

it('goes with the account that sent it, from the trash too', async () => {
  const { user, token } = await server.signUp()
  const [shownOne, trashedOne] = [await sent({ token }), await sent({ token })]
  await approve(shownOne.id)
  await trashOf(server, owner.token).words.keep(trashedOne.id)
  const account = await server.db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow()
  const securityLog = createSecurityLog({ log: aLog().log, secretKey: 'test' })
  await createErasure({ ...server, securityLog }).erase(account, 'operator')
  expect((await shown(server, memorialId)).total).toBe(0)
  await expectNoTrace(shownOne.photo_path)
  await expectNoTrace(trashedOne.photo_path)
})

function anAddress(): string {
  addresses++
  return `10.77.${Math.floor(addresses / 250)}.${addresses % 250}`
}
