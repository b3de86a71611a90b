import { sql } from 'kysely'
import { BIOGRAPHY_MAX_LENGTH, PAGE_SIZE_MAX } from '@contract/limits'
import { listHistory, recordChanges } from '@server/modules/history/revisions'
import { longestPieceOfWork } from '@support/event-loop-work'
import { repeats } from '@support/repeats'
import { startTestApp, type TestApp } from '@support/server-app'
import { aFamily } from './family'

let server: TestApp

beforeAll(async () => {
  server = await startTestApp()
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
  expect(await longestPieceOfWork(() => read(30))).toBeLessThan(PAUSE_MS)
})
