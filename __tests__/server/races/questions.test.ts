import type { OpenedQuestion, StoryReceipt } from '@contract/questions'
import type { TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'
import { lettersTo, questionsOf } from '../questions/asking'
import { insertMemory } from '@server/modules/memories/repository'
import { expectAgreement, onEachEngine, statusesOf } from './race'

onEachEngine({
  'obeys either the approval or the rejection of a story': oneDecision,
  'makes one story of two answers by one link': oneStory,
  'takes an answer, or the question back': answerAgainstEnd,
  'takes an answer of whoever declines at once': answerAgainstDecline,
  'takes an answer, or what was told before it back': answerAgainstWithdrawal,
  'takes an answer, or the page to the trash': answerAgainstTrash,
  'decides on a story, or lets its author take it back': decisionAgainstWithdrawal,
  'mends a story, or lets its author take it back': mendingAgainstWithdrawal,
  'mends words, or deletes them': wordsMendedAgainstDeletion,
})

/** One for each round: an account sends forty letters with questions a day. */
async function aFamily(server: TestApp) {
  const [sister, brother] = [await anOwner(server), await anOwner(server)]
  const { id } = await aStoredMemorial(server, sister.token, { public_status: 'true' })
  await server.db.insertInto('keepers').values({ memorial_id: id, user_id: brother.user.id }).execute()
  const page = questionsOf(server, id, sister.token)
  const takeBack = (own_token: string) => server.api({ method: 'DELETE', url: '/stories/own', payload: { own_token } })
  const stories = () =>
    server.db
      .selectFrom('stories')
      .select(['id', 'status', 'text', 'photo_ids'])
      .where('memorial_id', '=', id)
      .execute()
  const end = (question: number) =>
    server.api({ method: 'DELETE', url: `/questions/${question}`, token: brother.token })
  return { id, sister, brother, page, takeBack, stories, end }
}

async function oneDecision(server: TestApp) {
  return async () => {
    const { sister, brother, page, stories } = await aFamily(server)
    const { story, who } = await page.told()
    const [approved, rejected] = await Promise.all([
      page.decide(story.id, 'approved', sister.token),
      page.decide(story.id, 'rejected', brother.token),
    ])
    const status = (await stories()).find(({ id }) => id === story.id)?.status
    expect([
      [200, 409, 'approved'],
      [409, 200, 'rejected'],
    ]).toContainEqual([approved.statusCode, rejected.statusCode, status])
    // The question, and one decision.
    expect(await lettersTo(server, who.email)).toHaveLength(2)
  }
}

async function oneStory(server: TestApp) {
  return async () => {
    const { page, stories } = await aFamily(server)
    const { token } = await page.asked()
    const answers = await Promise.all([
      page.answer(token, { text: 'Раз.' }, 1),
      page.answer(token, { text: 'Два.' }, 2),
    ])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201])
    const [one, other] = answers.map((answer) => answer.json<StoryReceipt>())
    expect(one).toEqual(other)
    expect((await stories()).map(({ id, text, photo_ids }) => [id, text, photo_ids.length])).toContainEqual(
      (await stories())[0]?.text === 'Раз.' ? [one?.id, 'Раз.', 1] : [one?.id, 'Два.', 2],
    )
    expect(await stories()).toHaveLength(1)
    await expectAgreement(server)
  }
}

async function answerAgainstEnd(server: TestApp) {
  return async () => {
    const { page, stories, end } = await aFamily(server)
    const { id, token } = await page.asked()
    const [answered, ended] = await Promise.all([page.answer(token, {}, 1), end(id)])
    expect(ended.statusCode).toBe(204)
    expect([201, 404]).toContain(answered.statusCode)
    expect(await stories()).toHaveLength(answered.statusCode === 201 ? 1 : 0)
    expect((await page.open(token)).statusCode).toBe(404)
    await expectAgreement(server)
  }
}

async function answerAgainstDecline(server: TestApp) {
  return async () => {
    const { page, stories } = await aFamily(server)
    const { token, who } = await page.asked()
    const decline = page.post('/questions/decline', { token })
    expect(await statusesOf([page.answer(token), decline])).toEqual([201, 204])
    expect(await stories()).toHaveLength(1)
    expect((await page.list())[0]?.status).toBe('answered')
    await page.pass(30)
    expect((await page.ask([who])).statusCode).toBe(409)
  }
}

async function answerAgainstWithdrawal(server: TestApp) {
  return async () => {
    const { page, takeBack, stories } = await aFamily(server)
    const { token, story } = await page.told({ text: 'Раз.' }, 1)
    const [answered, withdrawn] = await Promise.all([
      page.answer(token, { text: 'Два.' }, 2),
      takeBack(story.own_token),
    ])
    expect([answered.statusCode, withdrawn.statusCode]).toEqual([201, 204])
    const left = await stories()
    expect(left.map(({ text }) => text)).toEqual(left.length > 0 ? ['Два.'] : [])
    const { answer } = (await page.open(token)).json<OpenedQuestion>()
    expect(answer?.text).toBe(left[0]?.text)
    await expectAgreement(server)
  }
}

async function answerAgainstTrash(server: TestApp) {
  return async () => {
    const { id, sister, page, stories } = await aFamily(server)
    const { token } = await page.asked()
    const trash = server.api({ method: 'DELETE', url: `/memorial/delete/${id}?keep=true`, token: sister.token })
    const [answered, trashed] = await Promise.all([page.answer(token, {}, 1), trash])
    expect(trashed.statusCode).toBe(204)
    expect([201, 404]).toContain(answered.statusCode)
    expect(await stories()).toHaveLength(answered.statusCode === 201 ? 1 : 0)
    expect((await page.open(token)).statusCode).toBe(404)
    await expectAgreement(server)
  }
}

async function decisionAgainstWithdrawal(server: TestApp) {
  return async () => {
    const { page, takeBack, stories } = await aFamily(server)
    const { story } = await page.told({}, 1)
    const [decided, withdrawn] = await Promise.all([page.decide(story.id), takeBack(story.own_token)])
    expect(withdrawn.statusCode).toBe(204)
    expect([200, 404]).toContain(decided.statusCode)
    expect(await stories()).toEqual([])
    await expectAgreement(server)
  }
}

async function mendingAgainstWithdrawal(server: TestApp) {
  return async () => {
    const { sister, page, takeBack, stories } = await aFamily(server)
    const { story } = await page.told()
    const mend = () =>
      server.api({ method: 'PATCH', url: `/stories/${story.id}`, token: sister.token, payload: { text: 'Иначе.' } })
    const [mended, withdrawn] = await Promise.all([mend(), takeBack(story.own_token)])
    expect(withdrawn.statusCode).toBe(204)
    expect([200, 404]).toContain(mended.statusCode)
    expect(await stories()).toEqual([])
    const what = `story.${story.id}.text`
    expect(await server.db.selectFrom('revisions').select('id').where('what', '=', what).execute()).toEqual([])
  }
}

async function wordsMendedAgainstDeletion(server: TestApp) {
  const { id, sister, brother } = await aFamily(server)
  return async () => {
    const { memory } = await insertMemory(server.db, {
      ...{ memorials_id: id, description: 'Помню.', author: 'Зоя', status: 'approved' as const },
    })
    const [mended, deleted] = await Promise.all([
      server.api({
        ...{ method: 'PATCH', url: `/memories/update/${memory.id}`, token: sister.token },
        payload: { description: 'Помним.' },
      }),
      server.api({ method: 'DELETE', url: `/memories/delete/${memory.id}`, token: brother.token }),
    ])
    expect(deleted.statusCode).toBe(204)
    expect([200, 404]).toContain(mended.statusCode)
  }
}
