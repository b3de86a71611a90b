import { setTimeout as sleep } from 'node:timers/promises'
import type { LightMyRequestResponse } from 'fastify'
import type { OpenedQuestion, StoryReceipt } from '@contract/questions'
import type { TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'
import { lettersTo, questionsOf } from '../questions/asking'
import { deleteMemorial } from '@server/modules/memorials/repository'
import { insertMemory } from '@server/modules/memories/repository'
import { expectAgreement, onEachEngine, type Race } from './race'

onEachEngine({
  'obeys either the approval or the rejection of a story': onAPage(oneDecision),
  'makes one story of two answers by one link': onAPage(oneStory),
  'takes an answer, or the question back': onAPage(answerAgainstEnd),
  'takes an answer of whoever declines at once': onAPage(answerAgainstDecline),
  'takes an answer, or what was told before it back': onAPage(answerAgainstWithdrawal),
  'takes an answer, or the page to the trash': onAPage(answerAgainstTrash),
  'decides on a story, or lets its author take it back': onAPage(decisionAgainstWithdrawal),
  'mends a story, or lets its author take it back': onAPage(mendingAgainstWithdrawal),
  'mends words, or deletes them': onAPage(wordsMendedAgainstDeletion),
})

type Account = Awaited<ReturnType<typeof anOwner>>
type Family = Awaited<ReturnType<typeof aFamily>>
type Call = () => Promise<LightMyRequestResponse>

/**
 * A page for each round, deleted with its files after it: checking them all again after each round would take most of the time.
 * Every other round has no photographs, whose upload would always end after the other call.
 */
function onAPage(race: (family: Family) => Promise<void>): Race {
  return async (server) => {
    const [sister, brother] = [await anOwner(server), await anOwner(server)]
    const atOnce = createStarter()
    return async (round) => {
      const photos = (round & 1) === 0 ? 1 : 0
      const family = await aFamily(server, { sister, brother, photos, atOnce: atOnce(round) })
      await race(family)
      await server.library.change(undefined, async (tx, media) => {
        await media.releaseAllOf(family.id)
        await deleteMemorial(tx, family.id)
      })
    }
  }
}

/**
 * Starts two calls together: in half of the rounds one of them first, in the others the other. What starts first has a head start of
 * none to four fifths of what it took before, so that they meet at different points of their work.
 */
function createStarter() {
  const took: Record<number, number> = {}
  return (round: number) =>
    async (one: Call, other: Call): Promise<[LightMyRequestResponse, LightMyRequestResponse]> => {
      const kind = round & 3
      const isOneFirst = kind < 2
      const began = performance.now()
      const first = (isOneFirst ? one : other)()
      const isOver = first.then(() => (took[kind] = performance.now() - began))
      await sleep(((took[kind] ?? 0) * ((round >> 2) % 5)) / 5)
      const [earlier, later] = await Promise.all([first, (isOneFirst ? other : one)(), isOver])
      return isOneFirst ? [earlier, later] : [later, earlier]
    }
}

interface Round {
  sister: Account
  brother: Account
  /** How many photographs come with an answer. */
  photos: number
  atOnce: (one: Call, other: Call) => Promise<[LightMyRequestResponse, LightMyRequestResponse]>
}

async function aFamily(server: TestApp, { sister, brother, photos, atOnce }: Round) {
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
  return { server, id, sister, brother, page, takeBack, stories, end, photos, atOnce }
}

async function oneDecision({ server, sister, brother, page, stories, atOnce }: Family) {
  const { story, who } = await page.told()
  const [approved, rejected] = await atOnce(
    () => page.decide(story.id, 'approved', sister.token),
    () => page.decide(story.id, 'rejected', brother.token),
  )
  const status = (await stories()).find(({ id }) => id === story.id)?.status
  expect([
    [200, 409, 'approved'],
    [409, 200, 'rejected'],
  ]).toContainEqual([approved.statusCode, rejected.statusCode, status])
  // The question, and one decision.
  expect(await lettersTo(server, who.email)).toHaveLength(2)
}

async function oneStory({ server, page, stories, photos, atOnce }: Family) {
  const { token } = await page.asked()
  const answers = await atOnce(
    () => page.answer(token, { text: 'Раз.' }, photos),
    () => page.answer(token, { text: 'Два.' }, 2 * photos),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201])
  const [one, other] = answers.map((answer) => answer.json<StoryReceipt>())
  expect(one).toEqual(other)
  expect((await stories()).map(({ id, text, photo_ids }) => [id, text, photo_ids.length])).toContainEqual(
    (await stories())[0]?.text === 'Раз.' ? [one?.id, 'Раз.', photos] : [one?.id, 'Два.', 2 * photos],
  )
  expect(await stories()).toHaveLength(1)
  await expectAgreement(server)
}

async function answerAgainstEnd({ server, page, stories, end, photos, atOnce }: Family) {
  const { id, token } = await page.asked()
  const [answered, ended] = await atOnce(
    () => page.answer(token, {}, photos),
    () => end(id),
  )
  expect(ended.statusCode).toBe(204)
  expect([201, 404]).toContain(answered.statusCode)
  expect(await stories()).toHaveLength(answered.statusCode === 201 ? 1 : 0)
  expect((await page.open(token)).statusCode).toBe(404)
  await expectAgreement(server)
}

async function answerAgainstDecline({ page, stories, atOnce }: Family) {
  const { token, who } = await page.asked()
  const answers = await atOnce(
    () => page.answer(token),
    () => page.post('/questions/decline', { token }),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 204])
  expect(await stories()).toHaveLength(1)
  expect((await page.list())[0]?.status).toBe('answered')
  await page.pass(30)
  expect((await page.ask([who])).statusCode).toBe(409)
}

async function answerAgainstWithdrawal({ server, page, takeBack, stories, photos, atOnce }: Family) {
  const { token, story } = await page.told({ text: 'Раз.' }, photos)
  const [answered, withdrawn] = await atOnce(
    () => page.answer(token, { text: 'Два.' }, 2 * photos),
    () => takeBack(story.own_token),
  )
  expect([answered.statusCode, withdrawn.statusCode]).toEqual([201, 204])
  const left = await stories()
  expect(left.map(({ text }) => text)).toEqual(left.length > 0 ? ['Два.'] : [])
  const { answer } = (await page.open(token)).json<OpenedQuestion>()
  expect(answer?.text).toBe(left[0]?.text)
  await expectAgreement(server)
}

async function answerAgainstTrash({ server, id, sister, page, stories, photos, atOnce }: Family) {
  const { token } = await page.asked()
  const trash = () => server.api({ method: 'DELETE', url: `/memorial/delete/${id}?keep=true`, token: sister.token })
  const [answered, trashed] = await atOnce(() => page.answer(token, {}, photos), trash)
  expect(trashed.statusCode).toBe(204)
  expect([201, 404]).toContain(answered.statusCode)
  expect(await stories()).toHaveLength(answered.statusCode === 201 ? 1 : 0)
  expect((await page.open(token)).statusCode).toBe(404)
  await expectAgreement(server)
}

async function decisionAgainstWithdrawal({ server, page, takeBack, stories, photos, atOnce }: Family) {
  const { story } = await page.told({}, photos)
  const [decided, withdrawn] = await atOnce(
    () => page.decide(story.id),
    () => takeBack(story.own_token),
  )
  expect(withdrawn.statusCode).toBe(204)
  expect([200, 404]).toContain(decided.statusCode)
  expect(await stories()).toEqual([])
  await expectAgreement(server)
}

async function mendingAgainstWithdrawal({ server, sister, page, takeBack, stories, atOnce }: Family) {
  const { story } = await page.told()
  const mend = () =>
    server.api({ method: 'PATCH', url: `/stories/${story.id}`, token: sister.token, payload: { text: 'Иначе.' } })
  const [mended, withdrawn] = await atOnce(mend, () => takeBack(story.own_token))
  expect(withdrawn.statusCode).toBe(204)
  expect([200, 404]).toContain(mended.statusCode)
  expect(await stories()).toEqual([])
  const what = `story.${story.id}.text`
  expect(await server.db.selectFrom('revisions').select('id').where('what', '=', what).execute()).toEqual([])
}

async function wordsMendedAgainstDeletion({ server, id, sister, brother, atOnce }: Family) {
  const { memory } = await insertMemory(server.db, {
    ...{ memorials_id: id, description: 'Помню.', author: 'Зоя', status: 'approved' as const },
  })
  const [mended, deleted] = await atOnce(
    () =>
      server.api({
        ...{ method: 'PATCH', url: `/memories/update/${memory.id}`, token: sister.token },
        payload: { description: 'Помним.' },
      }),
    () => server.api({ method: 'DELETE', url: `/memories/delete/${memory.id}`, token: brother.token }),
  )
  expect(deleted.statusCode).toBe(204)
  expect([200, 404]).toContain(mended.statusCode)
}
