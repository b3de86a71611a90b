import { randomUUID } from 'node:crypto'
import { VOICE_CONSENT_VERSION } from '@contract/consent'
import type { Memory, WrittenMemory } from '@contract/memory'
import { createSecurityLog } from '@server/lib/security-log'
import { createErasure } from '@server/modules/leaving/erasure'
import { expectRowsAndFilesToAgree } from '@support/agreement'
import { doTheJobs } from '@support/jobs'
import { smallPicture } from '@support/photographs'
import { aLog } from '@support/recorded-log'
import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'
import { trashOf } from '@support/trash'
import { anAddress, aVisitorWithPin, aWav, decide, lettersAboutWords, sendVoice, shown, waiting } from './words'

const DAY_MS = 24 * 3600 * 1000
const PLAIN = /^\/media\/[\w-]+\/recording\.wav$/
const SIGNED = /^\/media\/[\w-]+\/recording\.wav\?expires=\d+&signature=/

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

const sent = async (fields: Parameters<typeof sendVoice>[2] = {}) => {
  const response = await sendVoice(server, memorialId, { voice: wav, ...fields })
  return response.json<WrittenMemory>()
}
const open = async (address: string | undefined, headers = {}) => server.app.inject({ url: address ?? '', headers })
const statusOf = async (address: string | undefined) => (await open(address)).statusCode
const unsigned = (address: string | undefined) => (address ?? '').replace(/\?.*/, '')
const onPage = async (): Promise<Memory | undefined> => (await shown(server, memorialId)).result[0]
const approve = (id: number) => decide(server, id, 'approved', owner.token)
const call = (method: 'PATCH' | 'POST' | 'DELETE', url: string, payload?: object, token = owner.token) =>
  server.api({ method, url, token, ...(payload && { payload }) })
const agree = () => expectRowsAndFilesToAgree(server.db, server.dataDir, server.storedFiles)
const used = async () => {
  const row = await server.db
    .selectFrom('memorials')
    .select('used_storage_bytes')
    .where('id', '=', memorialId)
    .executeTakeFirstOrThrow()
  return row.used_storage_bytes
}

/** Says that nothing is left of a voice. */
async function expectNoTrace(voice: string | undefined): Promise<void> {
  await server.removals.settled()
  expect(await statusOf(voice)).not.toBe(200)
  const [, , mediaId = ''] = (voice ?? '').split('/')
  expect([...(await server.storedFiles()).keys()].filter((file) => file.includes(mediaId))).toEqual([])
  expect(await used()).toBe(0)
  await agree()
}

describe('a voice with words', () => {
  it('needs no text, and is heard by nobody without a signature until it is approved', async () => {
    const { id, voice, description, status } = await sent()
    expect([status, description]).toEqual(['pending', ''])
    expect(voice).toEqual({
      file_path: expect.stringMatching(SIGNED),
      duration: 2,
      peaks: null,
      is_playable: true,
      is_being_prepared: false,
      text: null,
    })
    expect([await statusOf(voice?.file_path), await statusOf(unsigned(voice?.file_path))]).toEqual([200, 403])
    expect((await waiting(server, owner.token)).result[0]).toMatchObject({ voice, description: '' })
    expect(await used()).toBe(0)

    await approve(id)

    const heard = await onPage()
    expect(heard?.voice).toMatchObject({ file_path: expect.stringMatching(PLAIN), duration: 2 })
    const response = await open(heard?.voice?.file_path)
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'audio/wav'])
    expect(response.headers['cache-control']).toBe('private, max-age=600')
    expect(await used()).toBe(response.rawPayload.length)
    await agree()
  })

  it('is sent in parts to players, and not again to who has it', async () => {
    const { voice } = await sent({ token: owner.token })
    const part = await open(voice?.file_path, { range: 'bytes=100-199' })
    expect([part.statusCode, part.rawPayload.length]).toEqual([206, 100])
    const known = await open(voice?.file_path, { 'if-none-match': part.headers.etag })
    expect(known.statusCode).toBe(304)
  })

  it('of a closed page is heard by those alone who read the page, and lies in no cache', async () => {
    const { id, voice } = await sent()
    await approve(id)
    await call('PATCH', `/memorial/update/${memorialId}`, { public_status: false })
    expect(await statusOf(unsigned(voice?.file_path))).toBe(403)
    const pin = await aVisitorWithPin(server, owner.token, memorialId)
    const url = `/memories/all?memorial_id=${memorialId}`
    const [memory] = (await server.api({ url, token: pin })).json<{ result: Memory[] }>().result
    expect(memory?.voice?.file_path).toMatch(SIGNED)
    const heard = await open(memory?.voice?.file_path)
    expect([heard.statusCode, heard.headers['cache-control']]).toEqual([200, 'private, no-store'])
  })

  it('may come with a photo and a text, in any order, also where both are large', async () => {
    const photo = await smallPicture()
    const both = await sent({ description: 'Пел.', voice: aWav(170), files: { file: photo } })
    expect(both).toMatchObject({ description: 'Пел.', photo_width: 40, voice: { duration: 170 } })
    const letters = await lettersAboutWords(server, owner.user.email)
    expect(letters[0]?.text).toContain('приложена фотография, приложена запись голоса')
    await agree()
  })

  it('is named in the letter where there is nothing else', async () => {
    await sent()
    const [letter] = await lettersAboutWords(server, owner.user.email)
    expect(letter?.text).toContain('Рассказ голосом')
  })

  it('of those who keep the page is heard at once, and counts at once', async () => {
    const { status, voice } = await sent({ token: owner.token })
    expect([status, await statusOf(unsigned(voice?.file_path))]).toEqual(['approved', 200])
    expect(await used()).toBe(wav.length)
    await agree()
  })

  it('is approved however full the storage is', async () => {
    await server.db
      .updateTable('memorials')
      .set({ is_advanced: true, media_storage_limit: 10 })
      .where('id', '=', memorialId)
      .execute()
    const { id } = await sent()
    expect((await approve(id)).statusCode).toBe(200)
    const page = await server.api({ url: `/memorial/${memorialId}`, token: owner.token })
    expect(page.json()).toMatchObject({ used_storage_bytes: wav.length, media_storage_limit: 10 })
  })

  it('is stored once when the words are sent again', async () => {
    const idempotency_key = randomUUID()
    const first = await sent({ idempotency_key })
    expect(await sent({ idempotency_key })).toEqual(first)
    await agree()
  })
})

describe('the consent to store a voice', () => {
  it.each([
    ['absent', undefined, 'Чтобы сохранить запись голоса, нужно ваше согласие.'],
    ['unknown', '2020-01-01', 'Текст согласия на запись голоса обновился. Пожалуйста, обновите страницу.'],
  ])('is needed: %s', async (_how, voice_consent, msg) => {
    for (const token of [undefined, owner.token]) {
      const response = await sendVoice(server, memorialId, { voice: wav, voice_consent, ...(token && { token }) })
      const { detail } = response.json<{ detail: object }>()
      expect([response.statusCode, detail]).toMatchObject([422, [{ loc: ['body', 'voice_consent'], msg }]])
    }
    await agree()
  })

  it('is recorded with its edition, and may be withdrawn alone: the written words stay', async () => {
    const guest = await server.signUp()
    const { id, voice } = await sent({ token: guest.token, description: 'Помню.' })
    await approve(id)
    const consents = await server.api({ url: '/users/me/consents', token: guest.token })
    expect(consents.json()).toMatchObject({
      result: [{ occasion: 'voice', id, edition: VOICE_CONSENT_VERSION }],
    })

    expect((await call('DELETE', `/users/me/consents/voice/${id}`, undefined, owner.token)).statusCode).toBe(404)
    expect((await call('DELETE', `/users/me/consents/voice/${id}`, undefined, guest.token)).statusCode).toBe(204)
    expect(await onPage()).toMatchObject({ id, description: 'Помню.', voice: null })
    expect((await call('DELETE', `/users/me/consents/voice/${id}`, undefined, guest.token)).statusCode).toBe(404)
    await expectNoTrace(voice?.file_path)
  })

  it('withdrawn, takes words along that were nothing but the voice', async () => {
    const guest = await server.signUp()
    const { id, voice } = await sent({ token: guest.token, files: { file: await smallPicture() } })
    await approve(id)
    expect((await call('DELETE', `/users/me/consents/voice/${id}`, undefined, guest.token)).statusCode).toBe(204)
    expect((await shown(server, memorialId)).total).toBe(0)
    await expectNoTrace(voice?.file_path)
  })
})

describe('is refused, and nothing of it stays:', () => {
  afterEach(async () => {
    expect((await waiting(server, owner.token)).result).toEqual([])
    await agree()
  })
  const refused = async (fields: Parameters<typeof sendVoice>[2]) => {
    const { statusCode, ...response } = await sendVoice(server, memorialId, { voice: wav, ...fields })
    return [statusCode, JSON.stringify(response.json())]
  }

  it('what is no sound, with the photo that came with it', async () => {
    const file = await smallPicture()
    const noSound = expect.stringContaining('файл повреждён, или это не звук')
    expect(await refused({ voice: Buffer.from('a text'), files: { file } })).toEqual([415, noSound])
    expect(await refused({ voice: file })).toEqual([415, noSound])
    expect(await refused({ voice: aWav(0) })).toEqual([415, noSound])
  })

  it('what lasts longer than three minutes', async () => {
    expect(await refused({ voice: aWav(181) })).toEqual([422, expect.stringContaining('длиннее трёх минут')])
  })

  it('what is larger than ten megabytes', async () => {
    expect((await refused({ voice: Buffer.alloc(10 * 1024 * 1024 + 1) }))[0]).toBe(413)
  })

  it('words without a text and without a voice', async () => {
    const { statusCode } = await sendVoice(server, memorialId, {})
    expect(statusCode).toBe(422)
  })

  it('one for a closed page, from an unverified account', async () => {
    const { token } = await server.signUp({ verified: false })
    expect((await refused({ token }))[0]).toBe(403)
    await call('PATCH', `/memorial/update/${memorialId}`, { public_status: false })
    expect((await refused({}))[0]).toBe(403)
  })

  it('the twenty-first file of a guest in an hour, of photographs and voices together', async () => {
    const from = anAddress()
    const file = await smallPicture()
    for (let nth = 0; nth < 10; nth++) expect((await refused({ from, author: '', files: { file } }))[0]).toBe(422)
    expect(await refused({ from })).toEqual([429, expect.stringContaining('слишком много фотографий')])
  })
})

describe('the text of a voice', () => {
  const write = (id: number, change: object, token = owner.token) =>
    call('PATCH', `/memories/update/${id}`, change, token)

  it('is written by those who keep the page, and read with it', async () => {
    const { id } = await sent()
    await approve(id)
    const written = await write(id, { voice_text: 'Он пел нам колыбельную.', expected: { voice_text: '' } })
    expect(written.json()).toMatchObject({ description: '', voice: { text: 'Он пел нам колыбельную.' } })
    expect((await onPage())?.voice?.text).toBe('Он пел нам колыбельную.')
    expect((await write(id, { voice_text: 'Иначе.', expected: { voice_text: 'Другое' } })).statusCode).toBe(409)
    expect((await write(id, { voice_text: '' })).json()).toMatchObject({ voice: { text: null } })
  })

  it('is for them alone, where there is a voice', async () => {
    const moderator = await server.signUp()
    await server.db.updateTable('users').set({ is_superuser: true }).where('id', '=', moderator.user.id).execute()
    const { id } = await sent({ description: 'Помню.' })
    const refusal = await write(id, { voice_text: 'Чужое' }, moderator.token)
    expect(refusal.statusCode).toBe(403)
    const silent = (await sendVoice(server, memorialId, { description: 'Без записи.' })).json<WrittenMemory>()
    expect((await write(silent.id, { voice_text: 'Текст' })).statusCode).toBe(422)
    expect((await write(silent.id, { description: '' })).statusCode).toBe(422)
    expect((await write(id, { description: '' })).statusCode).toBe(200)
  })
})

describe('goes with the words, and what it took with it:', () => {
  let id: number
  let voice: string | undefined
  beforeEach(async () => {
    const written = await sent()
    id = written.id
    voice = written.voice?.file_path
    await approve(id)
    expect(await used()).toBe(wav.length)
  })

  it('deleted at once', async () => {
    expect((await call('DELETE', `/memories/delete/${id}`)).statusCode).toBe(204)
    await expectNoTrace(voice)
  })

  it('from the trash, where it still counts and is heard by nobody', async () => {
    const trash = trashOf(server, owner.token).words
    await trash.keep(id)
    expect([await statusOf(voice), await used()]).toEqual([404, wav.length])
    expect(await trash.list(memorialId)).toMatchObject([{ id, has_voice: true, description: '' }])
    expect((await trash.restore(id)).json()).toMatchObject({ voice: { duration: 2 } })
    expect(await statusOf(unsigned(voice))).toBe(200)
    await agree()
    await trash.keep(id)
    expect((await trash.destroy(id)).statusCode).toBe(204)
    await expectNoTrace(voice)
  })

  it.each([
    ['rejected long ago', { status: 'rejected' as const, decided_at: new Date(Date.now() - 31 * DAY_MS) }],
    ['never decided on', { status: 'pending' as const, undecided_since: new Date(Date.now() - 181 * DAY_MS) }],
  ])('%s', async (_what, change) => {
    await server.db.updateTable('memories').set(change).where('id', '=', id).execute()
    await server.db.updateTable('memorials').set({ used_storage_bytes: 0 }).where('id', '=', memorialId).execute()
    await doTheJobs(server)
    await expectNoTrace(voice)
  })

  it('with the account that sent it', async () => {
    await call('DELETE', `/memories/delete/${id}`)
    const guest = await server.signUp()
    const own = await sent({ token: guest.token })
    await approve(own.id)
    const account = await server.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', guest.user.id)
      .executeTakeFirstOrThrow()
    const securityLog = createSecurityLog({ log: aLog().log, secretKey: 'test' })
    await createErasure({ ...server, securityLog }).erase(account, 'operator')
    await expectNoTrace(own.voice?.file_path)
  })
})
