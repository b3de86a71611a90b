import { randomUUID } from 'node:crypto'
import type { WrittenMemory } from '@contract/memory'
import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'
import { leaveWords, lettersAboutWords, waiting } from './words'

/** A phone at a weak network does not learn that its words have arrived, and sends them again. */

let server: TestApp
let owner: Awaited<ReturnType<typeof anOwner>>
let memorialId: number

beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())
beforeEach(async () => {
  owner = await anOwner(server)
  memorialId = (await aStoredMemorial(server, owner.token)).id
})

const send = (fields: Record<string, unknown>, id = memorialId) =>
  leaveWords(server, id, { consent_version: undefined, ...fields })
const allWaiting = async () => (await waiting(server, owner.token)).result

it('leaves words once that are sent again with the same key, and answers alike', async () => {
  const idempotency_key = randomUUID()
  const first = await send({ idempotency_key })
  const second = await send({ idempotency_key })

  expect([first.statusCode, second.statusCode]).toEqual([201, 201])
  expect(second.json()).toEqual(first.json())
  expect(await allWaiting()).toHaveLength(1)
  expect(await lettersAboutWords(server, owner.user.email)).toHaveLength(1)
})

it('leaves words once that come eight times at once', async () => {
  const idempotency_key = randomUUID()
  const answers = await Promise.all(Array.from({ length: 8 }, () => send({ idempotency_key })))

  expect(new Set(answers.map((answer) => answer.json<WrittenMemory>().id)).size).toBe(1)
  expect(await allWaiting()).toHaveLength(1)
})

it('leaves the owner’s own words once', async () => {
  const sent = { idempotency_key: randomUUID(), token: owner.token }
  const answers = await Promise.all([send(sent), send(sent)])
  expect(new Set(answers.map((answer) => answer.json<WrittenMemory>().id)).size).toBe(1)
})

it('takes the same words twice under two keys or none, and at two pages under one', async () => {
  const other = (await aStoredMemorial(server, owner.token)).id
  const idempotency_key = randomUUID()
  await send({ idempotency_key })
  await send({ idempotency_key: randomUUID() })
  await send({})
  await send({})
  await send({ idempotency_key }, other)
  expect((await allWaiting()).map(({ memorials_id }) => memorials_id === other)).toEqual([
    false,
    false,
    false,
    false,
    true,
  ])
})

it('takes words again that were deleted since', async () => {
  const idempotency_key = randomUUID()
  const { id } = (await send({ idempotency_key })).json<WrittenMemory>()
  await server.api({ method: 'DELETE', url: `/memories/delete/${id}`, token: owner.token })
  await send({ idempotency_key })
  expect(await allWaiting()).toHaveLength(1)
})

it.each(['', 'key', '123', 17, null])('refuses a key that is no UUID: %p', async (idempotency_key) => {
  expect((await send({ idempotency_key })).statusCode).toBe(422)
})
