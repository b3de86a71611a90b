import type { History } from '@contract/history'
import type { OwnStory, PendingStories, TrashedStory, WrittenStory } from '@contract/questions'
import { expectRowsAndFilesToAgree } from '@support/agreement'
import { doTheJobs } from '@support/jobs'
import { readZip } from '@support/read-zip'
import { importFile, ownPages, takeArchive, takenData, withoutPlace } from '@support/taken-pages'
import { anOwner } from '@support/test-memorials'
import { beforeEachOnPage, lettersTo, QUESTION, type Scene } from './asking'

const PLAIN = /^\/media\/[\w-]+\/picture\.jpg$/
const SIGNED = /^\/media\/[\w-]+\/picture\.jpg\?expires=\d+&signature=/
const LONG_AGO = new Date('2020-01-01')

let { server, owner, memorialId, page } = {} as Scene
beforeEachOnPage('open', (scene) => ({ server, owner, memorialId, page } = scene))

const send = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object, token = owner.token) =>
  server.api({ method, url, token, ...(payload && { payload }) })
const pending = async () => (await send('GET', '/stories/pending')).json<PendingStories>()
const open = async (address = '') => (await server.app.inject(address)).statusCode

describe('an answer', () => {
  it('waits for those who keep the page, who are told, and is on the page once it is approved', async () => {
    const { story, who } = await page.told({}, 2)
    expect(story).toEqual({
      id: expect.any(Number) as number,
      status: 'pending',
      own_token: expect.any(String) as string,
    })
    expect(await page.shown()).toEqual([])
    const { result, total } = await pending()
    expect(total).toBe(1)
    expect(result[0]).toMatchObject({
      id: story.id,
      question: QUESTION,
      to_name: 'Зоя',
      author: 'Зоя',
      memorial_id: memorialId,
    })
    expect(JSON.stringify(result)).not.toContain(who.email)
    const [photo] = result[0]?.photos ?? []
    expect(photo).toEqual({ file_path: expect.stringMatching(SIGNED) as string, width: 40, height: 50 })
    expect(await open(photo?.file_path.split('?')[0])).toBe(403)
    expect((await lettersTo(server, owner.user.email)).map(({ subject }) => subject)).toContain(
      'На ваш вопрос ответили',
    )

    expect((await page.decide(story.id)).json()).toEqual({ id: story.id, status: 'approved' })
    expect((await page.decide(story.id, 'rejected')).statusCode).toBe(409)
    const [shown] = await page.shown()
    expect(shown).toMatchObject({
      question: QUESTION,
      author: 'Зоя',
      relation: 'соседка',
      text: 'Он пел «Рябину».',
      voice: null,
    })
    expect(shown?.photos.map(({ file_path }) => PLAIN.test(file_path))).toEqual([true, true])
    expect(await open(shown?.photos[1]?.file_path)).toBe(200)
    const letter = (await lettersTo(server, who.email)).at(-1)
    expect(letter?.subject).toBe('Ваш рассказ опубликован')
    expect(letter?.body_text).toContain(`/answer?own=${story.own_token}`)
  })

  it('is replaced whole while it waits, and no more once it was decided on', async () => {
    const { token, story } = await page.told({}, 2)
    const again = await page.answer(token, { text: 'Нет, «Катюшу».' })
    expect(again.json()).toEqual(story)
    expect((await page.opened(token)).answer).toMatchObject({ text: 'Нет, «Катюшу».', photos: [], status: 'pending' })
    await page.decide(story.id)
    expect((await page.answer(token)).statusCode).toBe(409)
    expect((await page.opened(token)).answer).toMatchObject({ text: 'Нет, «Катюшу».', status: 'approved' })
    await expectRowsAndFilesToAgree(server.db, server.dataDir, server.storedFiles)
  })

  it.each([
    ['no text', { text: '' }, 0, 422],
    ['no name', { author: '' }, 0, 422],
    ['six photographs', {}, 6, 422],
    ['an unknown edition of the consent', { consent_version: '1999-01-01' }, 0, 422],
    ['an unknown link', { token: 'unknown' }, 1, 404],
  ])('with %s is refused', async (_what, fields, photos, status) => {
    const { token } = await page.asked()
    expect((await page.answer(token, fields, photos)).statusCode).toBe(status)
    await expectRowsAndFilesToAgree(server.db, server.dataDir, server.storedFiles)
  })

  it('of one question is one story, however often it is sent at once', async () => {
    const { token } = await page.asked()
    const answers = await Promise.all([page.answer(token), page.answer(token), page.answer(token)])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])
    expect((await pending()).total).toBe(1)
  })

  it('comes to a page that is closed, and stays closed with it', async () => {
    await server.db.updateTable('memorials').set({ public_status: false }).where('id', '=', memorialId).execute()
    const { story } = await page.told({}, 1)
    await page.decide(story.id)
    const stories = await server.api({ url: `/memorial/${memorialId}/stories` })
    expect(stories.statusCode).toBe(403)
    const [shown] = await page.shown(owner.token)
    expect(await open(shown?.photos[0]?.file_path)).toBe(200)
    expect(await open(shown?.photos[0]?.file_path.split('?')[0])).toBe(403)
  })
})

describe('who told it', () => {
  const readOwn = (own_token: string) => page.post('/stories/own', { own_token })
  const takeBack = (own_token: string) => server.api({ method: 'DELETE', url: '/stories/own', payload: { own_token } })

  it.each(['pending', 'approved', 'rejected', 'trashed'])('takes it back for good: %s', async (state) => {
    const { story, token } = await page.told({}, 1)
    if (state === 'trashed') await send('DELETE', `/stories/${story.id}?keep=true`)
    else if (state !== 'pending') await page.decide(story.id, state)
    else
      expect((await readOwn(story.own_token)).json<OwnStory>()).toMatchObject({
        question: QUESTION,
        memorial_name: expect.stringMatching(/./),
        text: 'Он пел «Рябину».',
      })

    expect([(await takeBack(story.own_token)).statusCode, (await takeBack(story.own_token)).statusCode]).toEqual([
      204, 204,
    ])
    expect((await readOwn(story.own_token)).statusCode).toBe(404)
    expect(await page.shown()).toEqual([])
    expect((await page.opened(token)).answer).toBeNull()
    await expectRowsAndFilesToAgree(server.db, server.dataDir, server.storedFiles)
  })

  it('has a link that is of its own story alone', async () => {
    const [one, other] = [await page.told({ text: 'Первый.' }), await page.told({ text: 'Второй.' })]
    expect((await readOwn(one.story.own_token)).json<OwnStory>().text).toBe('Первый.')
    await takeBack(one.story.own_token)
    await takeBack('unknown')
    expect((await readOwn(other.story.own_token)).json<OwnStory>().text).toBe('Второй.')
    expect((await readOwn('unknown')).statusCode).toBe(404)
  })

  it('can take it back after the question was', async () => {
    const { id, story } = await page.told()
    await send('DELETE', `/questions/${id}`)
    expect((await page.decide(story.id)).statusCode).toBe(200)
    expect(await page.shown()).toHaveLength(1)
    await takeBack(story.own_token)
    expect(await page.shown()).toEqual([])
  })
})

describe('those who keep the page', () => {
  it('put the stories in order, all of them, and new ones come last', async () => {
    const [one, two, three] = [await page.told(), await page.told(), await page.told()].map(({ story }) => story.id)
    for (const id of [one, two]) await page.decide(id ?? 0)
    const order = (ids: unknown) => send('POST', `/memorial/${memorialId}/stories/order`, { ids })
    expect((await order([two, one])).statusCode).toBe(204)
    await page.decide(three ?? 0)
    expect((await page.shown()).map(({ id }) => id)).toEqual([two, one, three])
    for (const wrong of [[two, one], [two, one, one], [two, one, 999_999], 'x']) {
      expect((await order(wrong)).statusCode).toBe(422)
    }
    expect((await page.shown()).map(({ id }) => id)).toEqual([two, one, three])
  })

  it('mend it, which is in the history and can be restored, and overwrite no one', async () => {
    const { story } = await page.told()
    const patch = (change: object) => send('PATCH', `/stories/${story.id}`, change)
    expect((await patch({ text: 'Он пел «Катюшу».' })).json<WrittenStory>()).toMatchObject({ text: 'Он пел «Катюшу».' })
    expect((await patch({ text: 'Иначе.', expected: '{"text":"Он пел «Рябину»."}' })).statusCode).toBe(409)
    const history = (await send('GET', `/memorial/${memorialId}/history`)).json<History>()
    expect(history.result).toMatchObject([{ what: `story.${story.id}.text`, before: 'Он пел «Рябину».' }])
    await send('POST', `/memorial/${memorialId}/history/${history.result[0]?.id}/restore`)
    expect((await pending()).result[0]?.text).toBe('Он пел «Рябину».')
  })

  it('delete it by way of the trash, from which it comes back', async () => {
    const { story, token } = await page.told({}, 1)
    await page.decide(story.id)
    const { photos } = (await page.shown())[0] ?? {}
    expect((await send('DELETE', `/stories/${story.id}?keep=true`)).statusCode).toBe(204)
    expect(await page.shown()).toEqual([])
    expect(await open(photos?.[0]?.file_path)).toBe(404)
    expect((await page.answer(token)).statusCode).toBe(409)
    const { result } = (await send('GET', `/stories/trash/${memorialId}`)).json<{ result: TrashedStory[] }>()
    expect(result).toMatchObject([{ id: story.id, status: 'approved', question: QUESTION }])
    expect((await send('POST', `/stories/restore/${story.id}`)).statusCode).toBe(200)
    expect(await page.shown()).toHaveLength(1)
    await send('DELETE', `/stories/${story.id}`)
    await expectRowsAndFilesToAgree(server.db, server.dataDir, server.storedFiles)
  })

  it('find what waits by page, text and links', async () => {
    await page.told({ text: 'Смотрите evil.example' })
    await page.told()
    const search = async (query: string) =>
      (await send('GET', `/memorial/${memorialId}/stories/pending?${query}`)).json<PendingStories>().total
    expect([await search(''), await search('q=рябин'), await search('suspicious=true')]).toEqual([2, 1, 1])
    const stranger = await anOwner(server)
    expect((await send('GET', '/stories/pending', undefined, stranger.token)).json()).toEqual({ result: [], total: 0 })
  })
})

it('stories go when their time is over, and so do the addresses of those who were asked', async () => {
  const states = ['pending', 'rejected', 'trashed', 'approved']
  for (const state of states) {
    const { story } = await page.told({}, 1)
    if (state === 'trashed') await send('DELETE', `/stories/${story.id}?keep=true`)
    else if (state !== 'pending') await page.decide(story.id, state)
  }
  await server.db.updateTable('stories').set({ told_at: LONG_AGO }).execute()
  await server.db.updateTable('stories').set({ decided_at: LONG_AGO }).where('decided_at', 'is not', null).execute()
  await server.db.updateTable('stories').set({ trashed_at: LONG_AGO }).where('trashed_at', 'is not', null).execute()
  await page.pass(40)
  await doTheJobs(server)
  const onPage = server.db.selectFrom('stories').select('status')
  const left = await onPage
    .where((eb) => eb.or([eb('memorial_id', '=', memorialId), eb('trashed_memorial_id', '=', memorialId)]))
    .execute()
  expect(left).toEqual([{ status: 'approved' }])
  const asked = await server.db
    .selectFrom('questions')
    .select('to_email')
    .where('memorial_id', '=', memorialId)
    .execute()
  expect(asked.every(({ to_email }) => to_email === null)).toBe(true)
  await expectRowsAndFilesToAgree(server.db, server.dataDir, server.storedFiles)
})

it('stories are in the archive of a page, in its own HTML too, and come back with their photos', async () => {
  const [first, second] = [await page.told({ text: 'Первый <рассказ>.' }, 2), await page.told({ text: 'Второй.' })]
  for (const { story } of [first, second]) await page.decide(story.id)
  await send('POST', `/memorial/${memorialId}/stories/order`, { ids: [second.story.id, first.story.id] })
  const archive = await takeArchive(server, owner.token, memorialId)
  const files = await readZip(archive)
  const { stories } = takenData(files)
  expect(stories?.map(({ text, photos }) => [text, photos.length])).toEqual([
    ['Второй.', 0],
    ['Первый <рассказ>.', 2],
  ])
  expect(files.get('stories/002-1.jpg')?.length).toBe(stories?.[1]?.photos[0]?.size)
  expect(files.get('index.html')?.toString()).toContain('Первый &lt;рассказ&gt;.')

  const other = await anOwner(server)
  expect((await importFile(server, other.token, archive)).statusCode).toBe(201)
  const [imported] = await ownPages(server, other.token)
  const again = takenData(await readZip(await takeArchive(server, other.token, imported?.id ?? 0)))
  expect(withoutPlace(again).stories).toEqual(withoutPlace(takenData(files)).stories)
})

it('a deleted page takes its questions and stories along', async () => {
  const { story } = await page.told({}, 1)
  await page.decide(story.id)
  await send('DELETE', `/memorial/delete/${memorialId}`)
  await server.db
    .updateTable('memorials')
    .set({ destroyed_at: LONG_AGO, trashed_at: LONG_AGO })
    .where('id', '=', memorialId)
    .execute()
  await doTheJobs(server)
  for (const table of ['questions', 'stories'] as const) {
    expect(await server.db.selectFrom(table).select('id').where('memorial_id', '=', memorialId).execute()).toEqual([])
  }
  await expectRowsAndFilesToAgree(server.db, server.dataDir, server.storedFiles)
})
