import { sql } from 'kysely'
import { moscowDay } from '@contract/days'
import { BIOGRAPHY_MAX_LENGTH, PAGE_SIZE_MAX, STORY_MAX_LENGTH } from '@contract/limits'
import type { Proposals } from '@contract/proposals'
import type { PendingStories } from '@contract/questions'
import { hashToken } from '@server/lib/token'
import { listHistory, recordChanges } from '@server/modules/history/revisions'
import { insertProposal } from '@server/modules/proposals/repository'
import { leastOf, longestPieceOfWork } from '@support/event-loop-work'
import { repeats } from '@support/repeats'
import { startTestApp, type TestApp } from '@support/server-app'
import { aFamily } from './family'

let server: TestApp

beforeAll(async () => {
  // Its queries run in a thread of their own, which is not measured.
  server = await startTestApp({}, { ownDatabase: true })
})
afterAll(() => server.close())

const LETTERS = 'абвгдежзиклмнопрстуфхцчшщыьэюя  '
const CHANGES = repeats({ usually: 100, thoroughly: 500 })
/** A whole value at each twenty-fifth revision, and a small difference at the others. */
const BYTES_OF_CHANGE = 2000
const BYTES_OF_WHOLE = 50_000
/** No other request waits for longer. */
const PAUSE_MS = 50

/** Letters in no order, which cannot be stored smaller than a real text: the same each time. */
function aBiography(): string {
  let seed = 7
  const letter = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return LETTERS[seed % LETTERS.length]
  }
  return Array.from({ length: BIOGRAPHY_MAX_LENGTH }, letter).join('')
}

it(`costs little, and is read without a pause: a biography of 50 000 letters changed ${CHANGES} times`, async () => {
  const { sister, brother, page } = await aFamily(server)
  const first = aBiography()
  let text = first
  for (let turn = 0; turn < CHANGES; turn++) {
    const place = (turn * 7919) % (text.length - 100)
    const after = `${text.slice(0, place)}поправка${turn}${text.slice(place + 10)}`
    const saving = { memorialId: page.id, userId: (turn % 2 ? sister : brother).user.id }
    await server.db
      .transaction()
      .execute((tx) => recordChanges(tx, saving, [{ what: 'biography', before: text, after }]))
    text = after
  }

  const { bytes } = await server.db
    .selectFrom('revisions')
    .select(sql<number>`sum(length(before) + coalesce(length(after), 0))::integer`.as('bytes'))
    .executeTakeFirstOrThrow()
  expect(bytes).toBeLessThan(CHANGES * BYTES_OF_CHANGE + BYTES_OF_WHOLE)

  const read = (offset: number) => listHistory(server.db, page.id, { offset, limit: PAGE_SIZE_MAX })
  expect((await read(0)).result[0]?.after).toBe(text)
  expect((await read(CHANGES - 1)).result).toMatchObject([{ before: first }])
  expect(await leastOf(() => longestPieceOfWork(() => read(30)), { enough: PAUSE_MS })).toBeLessThan(PAUSE_MS)
})

it('restores a day of 10 000 changes without a pause, each field from its first one', async () => {
  const pauseOfRestoring = async () => {
    const { sister, page, change, restoreDay, read, history } = await aFamily(server)
    await change(sister, { biography: 'Потом.', name: 'Павел' })
    await sql`
      insert into revisions (memorial_id, what, user_id, before, after, at)
      select memorial_id, what, user_id, before, after, at from revisions, generate_series(1, 5000)
      where memorial_id = ${page.id}`.execute(server.db)
    expect((await history()).total).toBe(10_002)
    const restoring = { restored: 0 }
    const pause = await longestPieceOfWork(async () => {
      Object.assign(restoring, (await restoreDay(sister, { day: moscowDay() })).json())
    })
    expect(restoring).toEqual({ restored: 2, refused: [] })
    expect((await read()).biography).toBe('Родился в Вязёмах.')
    return pause
  }
  expect(await leastOf(pauseOfRestoring, { enough: PAUSE_MS })).toBeLessThan(PAUSE_MS)
})

it('lists a hundred proposals of 50 000 letters without a pause, some at a time', async () => {
  const { sister, page } = await aFamily(server)
  const token = (nth: number) => hashToken(`token ${nth}`)
  const value = JSON.stringify(aBiography())
  for (let nth = 0; nth < PAGE_SIZE_MAX; nth++) {
    await insertProposal(server.db, {
      ...{ memorial_id: page.id, what: 'biography', value, note: null, author: 'Вера', author_email: null },
      ...{ author_id: null, consent_version: null, own_token_hash: token(nth) },
    })
  }
  const send = (offset: number) => {
    const query = { offset: String(offset), limit: String(PAGE_SIZE_MAX) }
    return server.api({ url: '/proposals/pending', token: sister.token, query })
  }
  const list = async (offset: number) => (await send(offset)).json<Proposals>()
  const { result, total } = await list(0)
  expect(total).toBe(PAGE_SIZE_MAX)
  expect(result.length).toBeGreaterThan(5)
  expect(result.length).toBeLessThan(12)
  expect((await list(result.length)).result[0]?.id).toBe((result.at(-1)?.id ?? 0) + 1)
  expect(await leastOf(() => longestPieceOfWork(() => send(0)), { enough: PAUSE_MS })).toBeLessThan(PAUSE_MS)
})

it('shows as many stories as can be read together, and approves no more', async () => {
  const { sister, page } = await aFamily(server)
  const told = (status: 'approved' | 'pending', count: number) =>
    sql`
      insert into stories (memorial_id, question, to_name, author, relation, text, status, own_token_hash)
      select ${page.id}::integer, 'Что он любил петь?', 'Зоя', 'Зоя', '', repeat('я', ${sql.lit(STORY_MAX_LENGTH)}), ${status},
        sha256(convert_to(${status} || n, 'UTF8'))
      from generate_series(1, ${sql.lit(count)}) n`.execute(server.db)
  await told('approved', 1000)
  await told('pending', 1)
  const url = `/memorial/${page.id}/stories`
  const send = () => server.api({ url, token: sister.token })
  const { result } = (await send()).json<{ result: { id: number }[] }>()
  expect(result).toHaveLength(59)
  expect(await leastOf(() => longestPieceOfWork(send), { enough: PAUSE_MS })).toBeLessThan(PAUSE_MS)

  const post = (to: string, payload: object) => server.api({ method: 'POST', url: to, token: sister.token, payload })
  const ids = result.map(({ id }) => id).reverse()
  expect((await post(`${url}/order`, { ids })).statusCode).toBe(204)
  expect((await send()).json<{ result: { id: number }[] }>().result.map(({ id }) => id)).toEqual(ids)

  const [waiting] = (await server.api({ url: '/stories/pending', token: sister.token })).json<PendingStories>().result
  const decide = (decision: string) => post(`/stories/${waiting?.id}/moderate`, { decision })
  expect((await decide('approved')).statusCode).toBe(400)
  expect((await decide('rejected')).statusCode).toBe(200)
})
