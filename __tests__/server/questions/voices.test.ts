import { VOICE_CONSENT_VERSION } from '@contract/consent'
import type { OwnStory, PendingStories, Story, StoryReceipt, TrashedStory, WrittenStory } from '@contract/questions'
import { createSecurityLog } from '@server/lib/security-log'
import { createErasure } from '@server/modules/leaving/erasure'
import { expectRowsAndFilesToAgree } from '@support/agreement'
import { doTheJobs } from '@support/jobs'
import { readZip } from '@support/read-zip'
import { aLog } from '@support/recorded-log'
import { repeats } from '@support/repeats'
import { importFile, ownPages, takeArchive, takenData, withoutPlace } from '@support/taken-pages'
import { anOwner, aStoredMemorial } from '@support/test-memorials'
import { idOf, voiceUploader } from '@support/uploads'
import { anAddress, aVisitorWithPin, aWav } from '../memories/words'
import { beforeEachOnPage, questionsOf, type Scene, someone } from './asking'

const PLAIN = /^\/media\/[\w-]+\/recording\.wav$/
const SIGNED = /^\/media\/[\w-]+\/recording\.wav\?expires=\d+&signature=/
const PEAKS = '0123456789abcdef'.repeat(4)
const SPOKEN = { text: '', voice_consent: VOICE_CONSENT_VERSION, voice_peaks: PEAKS }
const LONG_AGO = new Date('2020-01-01')
const wav = aWav()

let { server, owner, memorialId, page } = {} as Scene
beforeEachOnPage('open', (scene) => ({ server, owner, memorialId, page } = scene))
afterEach(() => expectRowsAndFilesToAgree(server.db, server.dataDir, server.storedFiles))

const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object, token = owner.token) =>
  server.api({ method, url, token, ...(payload && { payload }) })
const statusOf = async (address = '') => (await server.app.inject(address)).statusCode
const unsigned = (address = '') => address.split('?')[0]
const waiting = async () => (await call('GET', '/stories/pending')).json<PendingStories>().result
const used = async () =>
  (
    await server.db
      .selectFrom('memorials')
      .select('used_storage_bytes')
      .where('id', '=', memorialId)
      .executeTakeFirstOrThrow()
  ).used_storage_bytes
const speaker = () => voiceUploader(server, { from: anAddress() })

/** An answer by voice that waits, and the link of its question. */
async function spoken(fields: Record<string, string> = {}, photos = 0) {
  const { token, ...question } = await page.asked()
  const answer = await page.answer(token, { ...SPOKEN, ...fields }, photos, wav)
  return { ...question, token, story: answer.json<StoryReceipt>() }
}

async function approved(fields: Record<string, string> = {}): Promise<Story & { own_token: string; token: string }> {
  const { story, token } = await spoken(fields)
  await page.decide(story.id)
  const [shown] = await page.shown(owner.token)
  return { ...(shown as Story), own_token: story.own_token, token }
}

describe('an answer by voice', () => {
  it('needs no text, is heard by those who decide, and by readers once it is approved', async () => {
    const { story, token } = await spoken()
    const [pending] = await waiting()
    const voice = { duration: 2, is_playable: true, is_being_prepared: false, text: null, peaks: PEAKS }
    expect(pending).toMatchObject({ id: story.id, text: '', voice })
    const address = pending?.voice?.file_path
    expect(address).toMatch(SIGNED)
    expect([await statusOf(address), await statusOf(unsigned(address)), await used()]).toEqual([200, 403, 0])
    expect((await page.opened(token)).answer).toMatchObject({ text: '', voice })
    const own = (await page.post('/stories/own', { own_token: story.own_token })).json<OwnStory>()
    expect(own.voice?.file_path).toMatch(SIGNED)

    await page.decide(story.id)
    const [shown] = await page.shown()
    expect(shown?.voice?.file_path).toMatch(PLAIN)
    expect([await statusOf(shown?.voice?.file_path), await used()]).toEqual([200, wav.length])
  })

  it('of a closed page is heard by those alone who may read it', async () => {
    const { story, token } = await spoken()
    await page.decide(story.id)
    await call('PATCH', `/memorial/update/${memorialId}`, { public_status: false })
    const address = unsigned((await page.shown(owner.token))[0]?.voice?.file_path)
    expect(await statusOf(address)).toBe(403)
    expect((await server.api({ url: `/memorial/${memorialId}/stories` })).statusCode).toBe(403)
    const visitor = await aVisitorWithPin(server, owner.token, memorialId)
    expect(await statusOf((await page.shown(visitor))[0]?.voice?.file_path)).toBe(200)
    expect(await statusOf((await page.opened(token)).answer?.voice?.file_path)).toBe(200)
  })

  it.each([
    ['without a consent', { voice_consent: '' }, wav, 422],
    ['with an unknown edition', { voice_consent: '2020-01-01' }, wav, 422],
    ['with a wave that is none', { voice_peaks: 'x'.repeat(64) }, wav, 422],
    ['that is no sound', {}, Buffer.from('a text'), 415],
    ['of more than three minutes', {}, aWav(181), 422],
    ['of more than ten megabytes', {}, Buffer.alloc(10 * 1024 * 1024 + 1), 413],
    ['by an unknown link', { token: 'unknown' }, wav, 404],
    ['without a voice and a text', {}, undefined, 422],
  ])('%s is refused, and nothing of it stays', async (_what, fields, voice, status) => {
    const { token } = await page.asked()
    const { voice_consent, ...rest } = { ...SPOKEN, ...fields }
    const sent = { ...rest, ...(voice_consent && { voice_consent }) }
    expect((await page.answer(token, sent, 1, voice)).statusCode).toBe(status)
    expect(await waiting()).toEqual([])
  })

  it('is replaced whole while it waits', async () => {
    const { token, story } = await spoken({}, 1)
    await page.answer(token, { ...SPOKEN, text: 'Иначе.' }, 0, aWav(3))
    expect((await page.opened(token)).answer).toMatchObject({ text: 'Иначе.', voice: { duration: 3 }, photos: [] })
    await page.answer(token, { text: 'Словами.' })
    expect((await page.opened(token)).answer).toMatchObject({ text: 'Словами.', voice: null })
    await page.decide(story.id)
    expect((await page.answer(token, SPOKEN, 0, wav)).statusCode).toBe(409)
    expect(await used()).toBe(0)
  })
})

describe('a voice in parts', () => {
  it('comes by the link of the question, to a closed page too, and is taken once', async () => {
    await call('PATCH', `/memorial/update/${memorialId}`, { public_status: false })
    const { token } = await page.asked()
    const upload = await speaker().sent(token, wav)
    const sent = await page.answer(token, { ...SPOKEN, voice_upload: upload })
    expect([sent.statusCode, (await waiting())[0]?.voice?.duration]).toEqual([201, 2])
    // The response was lost.
    const again = await page.answer(token, { ...SPOKEN, voice_upload: upload, text: 'И слова.' })
    expect([again.statusCode, again.json<StoryReceipt>()]).toEqual([201, sent.json<StoryReceipt>()])
    expect((await page.opened(token)).answer).toMatchObject({ text: 'И слова.', voice: { duration: 2 } })
    const other = await page.asked()
    expect((await page.answer(other.token, { ...SPOKEN, voice_upload: upload })).statusCode).toBe(404)
  })

  it('is begun by no link that takes no answer', async () => {
    const { id, token, story } = await spoken()
    await page.decide(story.id)
    const statuses = async (place: string) => (await speaker().begin(place, 100)).statusCode
    expect([await statuses(token), await statuses('unknown')]).toEqual([409, 404])
    const taken = await page.asked()
    await call('DELETE', `/questions/${taken.id}`)
    expect([id > 0, await statuses(taken.token)]).toEqual([true, 404])
    const open = await page.asked()
    expect((await speaker().begin(open.token, 10 * 1024 * 1024 + 1)).statusCode).toBe(413)
  })

  it('is no account’s, whoever is signed in, and is for its page alone', async () => {
    const { token } = await page.asked()
    const unverified = await server.signUp({ verified: false })
    const upload = await voiceUploader(server, unverified).sent(token, wav)
    expect((await speaker().ask(upload)).statusCode).toBe(200)
    const other = await aStoredMemorial(server, owner.token, { public_status: 'true' })
    const elsewhere = await questionsOf(server, other.id, owner.token).asked()
    expect((await page.answer(elsewhere.token, { ...SPOKEN, voice_upload: upload })).statusCode).toBe(404)
    expect((await page.answer(token, { ...SPOKEN, voice_upload: upload })).statusCode).toBe(201)
  })

  it('ends at once where it is no voice', async () => {
    const { token } = await page.asked()
    const upload = await speaker().sent(token, Buffer.alloc(2000, 'text'))
    expect((await page.answer(token, { ...SPOKEN, voice_upload: upload })).statusCode).toBe(415)
    expect((await speaker().ask(upload)).statusCode).toBe(404)
    const half = idOf((await speaker().begin(token, 100)).headers.location)
    expect((await page.answer(token, { ...SPOKEN, voice_upload: half })).statusCode).toBe(422)
    await speaker().cancel(half)
  })

  it('is in one story, however often it is sent at once, or taken back meanwhile', async () => {
    for (let round = 0; round < repeats({ usually: 1, thoroughly: 50 }); round++) {
      const { token } = await page.asked()
      const upload = await speaker().sent(token, wav)
      const send = () => page.answer(token, { ...SPOKEN, voice_upload: upload })
      const first = await Promise.all([send(), send(), send()])
      expect(first.some(({ statusCode }) => statusCode === 201)).toBe(true)
      expect(first.every(({ statusCode }) => [201, 404, 409].includes(statusCode))).toBe(true)
      const story = (await waiting()).at(-1)
      const own = first.find(({ statusCode }) => statusCode === 201)?.json<StoryReceipt>().own_token ?? ''
      const takeBack = () => server.api({ method: 'DELETE', url: '/stories/own', payload: { own_token: own } })
      await Promise.all([takeBack(), page.decide(story?.id ?? 0), send()])
      await takeBack()
      await expectRowsAndFilesToAgree(server.db, server.dataDir, server.storedFiles)
    }
  })
})

describe('the text of a voice', () => {
  it('is written by those who keep the page, is in the history, and overwrites no one', async () => {
    const { id } = await approved()
    const patch = (change: object) => call('PATCH', `/stories/${id}`, change)
    const written = await patch({ voice_text: 'Он пел нам.', expected: { voice_text: '' } })
    expect(written.json<WrittenStory>()).toMatchObject({ text: '', voice: { text: 'Он пел нам.' } })
    expect((await patch({ voice_text: 'Иначе.', expected: { voice_text: 'Другое' } })).statusCode).toBe(409)
    const { result } = (await call('GET', `/memorial/${memorialId}/history`)).json<{ result: { id: number }[] }>()
    expect(result).toMatchObject([{ what: `story.${id}.voice_text`, before: null, after: 'Он пел нам.' }])
    await call('POST', `/memorial/${memorialId}/history/${result[0]?.id}/restore`)
    expect((await page.shown())[0]?.voice?.text).toBeNull()
  })

  it('is for them alone, where there is a voice', async () => {
    const { id } = await approved({ text: 'И слова.' })
    const moderator = await server.signUp()
    await server.db.updateTable('users').set({ is_superuser: true }).where('id', '=', moderator.user.id).execute()
    expect((await call('PATCH', `/stories/${id}`, { voice_text: 'Чужое' }, moderator.token)).statusCode).toBe(403)
    expect((await call('PATCH', `/stories/${id}`, { text: '' })).statusCode).toBe(200)
    const { story } = await page.told()
    expect((await call('PATCH', `/stories/${story.id}`, { voice_text: 'Текст' })).statusCode).toBe(422)
    expect((await call('PATCH', `/stories/${story.id}`, { text: '' })).statusCode).toBe(422)
  })
})

describe('goes with its story, and what it took with it:', () => {
  async function expectNoTrace(voice: Story['voice']): Promise<void> {
    expect([await used(), await statusOf(voice?.file_path)]).toEqual([0, 404])
  }

  it('deleted, or taken back', async () => {
    const first = await approved()
    expect(await used()).toBe(wav.length)
    await call('DELETE', `/stories/${first.id}`)
    await expectNoTrace(first.voice)
    const second = await approved()
    await server.api({ method: 'DELETE', url: '/stories/own', payload: { own_token: second.own_token } })
    await expectNoTrace(second.voice)
  })

  it('from the trash, where it still counts and is heard by nobody', async () => {
    const { id, voice } = await approved()
    const keep = () => call('DELETE', `/stories/${id}?keep=true`)
    await keep()
    expect([await statusOf(voice?.file_path), await used()]).toEqual([404, wav.length])
    const { result } = (await call('GET', `/stories/trash/${memorialId}`)).json<{ result: TrashedStory[] }>()
    expect(result).toMatchObject([{ id, has_voice: true }])
    expect((await call('POST', `/stories/restore/${id}`)).json()).toMatchObject({ voice: { duration: 2 } })
    expect(await statusOf(voice?.file_path)).toBe(200)
    await keep()
    await call('DELETE', `/stories/trash/${id}`)
    await expectNoTrace(voice)
  })

  it.each(['trashed', 'pending', 'rejected'])('when its time is over: %s', async (state) => {
    const { story, token } = await spoken()
    const { voice } = (await page.opened(token)).answer as Pick<Story, 'voice'>
    if (state === 'trashed') await page.decide(story.id)
    if (state === 'rejected') await page.decide(story.id, 'rejected')
    if (state === 'trashed') await call('DELETE', `/stories/${story.id}?keep=true`)
    const past = {
      ...{ told_at: LONG_AGO, ...(state === 'rejected' && { decided_at: LONG_AGO }) },
      ...(state === 'trashed' && { trashed_at: LONG_AGO }),
    }
    await server.db.updateTable('stories').set(past).where('id', '=', story.id).execute()
    await doTheJobs(server)
    await expectNoTrace(voice)
  })

  it('with the account of who told it', async () => {
    const teller = await server.signUp()
    const { token } = await page.asked({ ...someone(), email: teller.user.email })
    const story = (await page.answer(token, SPOKEN, 1, wav)).json<StoryReceipt>()
    await page.decide(story.id)
    const [shown] = await page.shown()
    const account = await server.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', teller.user.id)
      .executeTakeFirstOrThrow()
    const securityLog = createSecurityLog({ log: aLog().log, secretKey: 'test' })
    await createErasure({ ...server, securityLog }).erase(account, 'operator')
    await expectNoTrace(shown?.voice ?? null)
  })
})

it('is in the archive of its page, plays in its HTML, and comes back with its text and wave', async () => {
  const { id } = await approved()
  await call('PATCH', `/stories/${id}`, { voice_text: '<Пел>.' })
  const archive = await takeArchive(server, owner.token, memorialId)
  const files = await readZip(archive)
  const [story] = takenData(files).stories ?? []
  const file = 'stories/001-voice.wav'
  expect(story?.voice).toMatchObject({ file, size: wav.length, duration: 2, text: '<Пел>.', peaks: PEAKS })
  expect(files.get(file)?.length).toBe(wav.length)
  const html = files.get('index.html')?.toString() ?? ''
  expect(html).toContain(`<audio controls preload="metadata" src="${file}"`)
  expect(html).toContain('&lt;Пел&gt;.')

  const other = await anOwner(server)
  expect((await importFile(server, other.token, archive)).statusCode).toBe(201)
  const [imported] = await ownPages(server, other.token)
  const again = takenData(await readZip(await takeArchive(server, other.token, imported?.id ?? 0)))
  expect(withoutPlace(again).stories).toEqual(withoutPlace(takenData(files)).stories)
})
