import type { KyselyPlugin } from 'kysely'
import { memorialListQuerySchema } from '@contract/memorial'
import { createChangeFeed, tagOfMemorial } from '@server/db/change-feed'
import { asSearch } from '@server/modules/memorials/search/asked'
import { createPeopleIndex, type PeopleIndex } from '@server/modules/memorials/search/people-index'
import { remember } from '@support/remember'
import { startTestApp, type TestApp } from '@support/server-app'

let server: TestApp
let ownerId: number
let people: PeopleIndex
/** Announces only what a test lets it. */
const feed = createChangeFeed()
let readings = 0
let held: Promise<void> | undefined

/** Counts what the index reads, and holds the answers back while a test wants it. */
const watched: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  async transformResult({ result }) {
    readings++
    await held
    return result
  },
}

beforeAll(async () => {
  server = await startTestApp()
  ownerId = (await server.signUp()).user.id
  await rememberOne('Иванов')
  people = createPeopleIndex({ db: server.db.withPlugin(watched), changes: feed, log: { error: fail } })
  feed.open()
})
afterAll(async () => {
  await people.stop()
  await server.close()
})

function fail(details: object): void {
  throw new Error('The people could not be read', { cause: details })
}

async function rememberOne(lastname: string): Promise<number> {
  const [id] = await remember(server.db, ownerId, { lastname, name: 'Пётр', open: true })
  return id as number
}

const announce = (id: number) => feed.drop(tagOfMemorial(id))
const totalOf = async (lastname: string) =>
  (await people.find('public', asSearch(memorialListQuerySchema.cast({ lastname }))))?.total

it('reads a person once whose changes come together', async () => {
  expect(await totalOf('Иванов')).toBe(1)
  const before = readings
  const id = await rememberOne('Петров')
  for (let change = 0; change < 20; change++) announce(id)
  expect(await totalOf('Петров')).toBe(1)
  expect(readings - before).toBe(1)
})

it('answers from what it has while it reads everybody anew after changes were lost, and then knows what it missed', async () => {
  await rememberOne('Сидоров')
  let letGo = () => {}
  held = new Promise((resolve) => (letGo = resolve))
  try {
    feed.dropAll()
    expect(await totalOf('Сидоров')).toBe(0)
    expect(await totalOf('Иванов')).toBe(1)
  } finally {
    held = undefined
    letGo()
  }
  // Changed while everybody is read.
  const id = await rememberOne('Кузнецов')
  announce(id)
  expect(await totalOf('Кузнецов')).toBe(1)
  while ((await totalOf('Сидоров')) === 0) await new Promise(setImmediate)
  expect(await totalOf('Сидоров')).toBe(1)
  expect(await totalOf('Кузнецов')).toBe(1)
})
