import type { MemoryPage, PendingMemories } from '@contract/memory'
import { TRASH_DAYS } from '@contract/retention'
import { insertKeeper } from '@server/modules/keepers/repository'
import { insertMemory } from '@server/modules/memories/repository'
import { doTheJobs } from '@support/jobs'
import { nameModerator } from '@support/factors'
import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'
import { ageTrash, trashOf } from '@support/trash'

let server: TestApp
let token: string
let memorialId: number

beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())
beforeEach(async () => {
  const owner = await anOwner(server)
  token = owner.token
  memorialId = (await aStoredMemorial(server, token, { public_status: 'true' })).id
})

const trash = () => trashOf(server, token).words
const leave = async (status: 'approved' | 'pending' = 'approved', differences: object = {}) => {
  const words = { author: 'Соседка', author_email: 'vera@example.org', description: 'Помним.' }
  const left = { memorials_id: memorialId, status, ...(status === 'approved' && { decided_at: new Date() }) }
  return (await insertMemory(server.db, { ...words, ...left, ...differences })).memory
}
const shown = async () =>
  (await server.api({ url: `/memories/all?memorial_id=${memorialId}` })).json<MemoryPage>().result.map(({ id }) => id)
const pending = async () =>
  (await server.api({ url: '/memories/pending', token })).json<PendingMemories>().result.map(({ id }) => id)

it('takes words from the page and brings them back', async () => {
  const { id } = await leave()
  expect(await shown()).toEqual([id])

  expect((await trash().keep(id)).statusCode).toBe(204)

  expect(await shown()).toEqual([])
  expect(await trash().list(memorialId)).toEqual([
    expect.objectContaining({ id, author: 'Соседка', description: 'Помним.', status: 'approved' }),
  ])
  const restored = await trash().restore(id)
  expect([restored.statusCode, restored.json()]).toEqual([
    200,
    expect.objectContaining({ id, memorials_id: memorialId, status: 'approved' }),
  ])
  expect([await shown(), await trash().list(memorialId)]).toEqual([[id], []])
})

it('lets words wait for a decision again', async () => {
  const { id } = await leave('pending')
  await trash().keep(id)
  expect(await pending()).toEqual([])
  const decide = () =>
    server.api({ method: 'POST', url: `/memories/moderate/${id}`, token, payload: { decision: 'approved' } })
  expect((await decide()).statusCode).toBe(404)
  await trash().restore(id)
  expect(await pending()).toEqual([id])
  expect((await decide()).statusCode).toBe(200)
})

it('is out of reach of every other call for words', async () => {
  const { id } = await leave()
  await trash().keep(id)
  const calls = [
    server.api({ method: 'PATCH', url: `/memories/update/${id}`, token, payload: { description: 'Иначе' } }),
    server.api({ method: 'POST', url: `/memories/${id}/reply`, token, payload: { text: 'Спасибо' } }),
    server.api({ method: 'POST', url: `/memories/${id}/block-author`, token }),
    server.api({ method: 'DELETE', url: `/memories/delete/${id}`, token }),
    trash().keep(id),
  ]
  for (const call of calls) expect((await call).statusCode).toBe(404)
})

it('is the keepers’ to bring back, and nobody else’s', async () => {
  const { id } = await leave()
  const keeper = await server.signUp()
  await insertKeeper(server.db, memorialId, keeper.user.id)
  const stranger = trashOf(server, (await server.signUp()).token).words
  await trash().keep(id)
  expect((await stranger.restore(id)).statusCode).toBe(403)
  expect((await stranger.destroy(id)).statusCode).toBe(403)
  expect((await trashOf(server, keeper.token).words.restore(id)).statusCode).toBe(200)
})

it('does not give the keepers what a moderator takes away', async () => {
  const { id } = await leave()
  const moderator = await server.signUp()
  await nameModerator(server.db, moderator.user.id)
  expect((await trashOf(server, moderator.token).words.keep(id)).statusCode).toBe(204)
  expect(await shown()).toEqual([])
  expect(await trash().list(memorialId)).toEqual([])
  expect((await trash().restore(id)).statusCode).toBe(404)
})

it('are destroyed by hand, or after their time', async () => {
  const [byHand, byTime] = [await leave(), await leave()]
  await trash().keep(byHand.id)
  await trash().keep(byTime.id)
  expect([(await trash().destroy(byHand.id)).statusCode, (await trash().destroy(byHand.id)).statusCode]).toEqual([
    204, 404,
  ])
  await ageTrash(server, TRASH_DAYS - 1)
  await doTheJobs(server)
  expect(await trash().list(memorialId)).toHaveLength(1)
  await ageTrash(server)
  await doTheJobs(server)
  expect(await server.db.selectFrom('memories').select('id').execute()).toEqual(
    expect.not.arrayContaining([{ id: byHand.id }, { id: byTime.id }]),
  )
})

it('are taken anew when they are sent again, as after a deletion', async () => {
  const key = { idempotency_key: '11111111-1111-4111-8111-111111111111' }
  const { id } = await leave('approved', key)
  await trash().keep(id)
  const again = await leave('approved', key)
  expect(again.id).not.toBe(id)
  expect((await trash().restore(id)).statusCode).toBe(200)
  expect((await shown()).sort()).toEqual([id, again.id].sort())
})

it('records who did it', async () => {
  const { id } = await leave()
  await trash().keep(id)
  await trash().restore(id)
  await trash().keep(id)
  await trash().destroy(id)
  const deeds = await server.db
    .selectFrom('audit_log')
    .select('event')
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute()
  expect(deeds.map(({ event }) => event)).toEqual([
    'memory_trashed',
    'memory_restored',
    'memory_trashed',
    'memory_deleted',
  ])
})
