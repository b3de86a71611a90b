import type { Memorial } from '@contract/memorial'
import { aModerator } from '@support/reports'
import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'
import { decide, lettersAboutWords, waiting, waitingWords } from './words'

const REFUSAL = { detail: 'О словах на этой странице решают только те, кто её хранит.' }

let server: TestApp
let moderator: string
let owner: string

beforeAll(async () => {
  server = await startTestApp()
  moderator = (await aModerator(server)).token
  owner = (await anOwner(server)).token
})
afterAll(() => server.close())

async function change(token: string, id: number, fields: Record<string, string>) {
  return server.api({ method: 'PATCH', url: `/memorial/update/${id}/`, token, payload: fields })
}

/** Words that wait on a public page whose family decides alone. */
async function wordsOfFamily(token = owner) {
  const { id } = await aStoredMemorial(server, token, { public_status: 'true' })
  expect((await change(token, id, { keepers_decide: 'true' })).json<Memorial>().keepers_decide).toBe(true)
  return { memorialId: id, ...(await waitingWords(server, id)) }
}

const sees = async (token: string, id: number) => (await waiting(server, token)).result.some((words) => words.id === id)

it('leaves words to the family that chose to decide alone: a moderator neither sees nor decides on them', async () => {
  const { id } = await wordsOfFamily()

  expect(await sees(moderator, id)).toBe(false)
  const requests = [
    decide(server, id, 'approved', moderator),
    server.api({ method: 'PATCH', url: `/memories/update/${id}`, token: moderator, payload: { author: 'Чужой' } }),
    server.api({ method: 'DELETE', url: `/memories/delete/${id}`, token: moderator }),
  ]
  for (const response of await Promise.all(requests)) {
    expect([response.statusCode, response.json()]).toEqual([403, REFUSAL])
  }
  expect(await sees(owner, id)).toBe(true)
  expect((await decide(server, id, 'approved', owner)).statusCode).toBe(200)
})

it('shows them to moderators once someone has reported the page, until that is decided', async () => {
  const { id, memorialId } = await wordsOfFamily()
  await server.api({ method: 'POST', url: `/memorial/${memorialId}/report`, payload: { reason: 'insult' } })

  expect(await sees(moderator, id)).toBe(true)
  expect((await decide(server, id, 'rejected', moderator)).statusCode).toBe(200)

  const next = await waitingWords(server, memorialId)
  await server.db
    .updateTable('reports')
    .set({ status: 'dismissed', decided_at: new Date() })
    .where('memorial_id', '=', memorialId)
    .execute()
  expect(await sees(moderator, next.id)).toBe(false)
  expect((await decide(server, next.id, 'rejected', moderator)).statusCode).toBe(403)
})

it('does not keep a moderator from the words of their own page', async () => {
  const { id } = await wordsOfFamily(moderator)
  expect(await sees(moderator, id)).toBe(true)
  expect((await decide(server, id, 'approved', moderator)).statusCode).toBe(200)
})

it('tells only those who keep the page of the choice, and undoes it', async () => {
  const { id, memorialId } = await wordsOfFamily()
  expect((await server.api({ url: `/memorial/${memorialId}` })).json()).not.toHaveProperty('keepers_decide')

  await change(owner, memorialId, { keepers_decide: 'false' })
  expect(await sees(moderator, id)).toBe(true)
})

it.each([
  ['true', 'Они появятся там, когда их одобрите вы.'],
  ['false', 'Они появятся там, когда их одобрите вы или модератор сервиса.'],
])('says in the letter who decides (alone: %s)', async (keepers_decide, sentence) => {
  const { token, user } = await anOwner(server)
  const { id } = await aStoredMemorial(server, token, { public_status: 'true' })
  await change(token, id, { keepers_decide })
  await waitingWords(server, id)
  expect((await lettersAboutWords(server, user.email))[0]?.text).toContain(sentence)
})
