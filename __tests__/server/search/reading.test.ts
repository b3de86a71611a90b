import { type KyselyPlugin, sql } from 'kysely'
import { memorialListQuerySchema } from '@contract/memorial'
import { createChangeFeed, tagOfMemorial } from '@server/db/change-feed'
import { DatabaseAway } from '@server/db/errors'
import { type OpenDatabase, openDatabase } from '@server/db/open-database'
import { asSearch } from '@server/modules/memorials/search/asked'
import { createPeopleIndex, type PeopleIndex } from '@server/modules/memorials/search/people-index'
import { aLog } from '@support/recorded-log'
import { describeOnPostgres } from '@support/postgres'
import { remember } from '@support/remember'
import { startTestApp } from '@support/server-app'
import { until } from '@support/until'
import { sharedPostgres } from '@support/worker/shared-postgres'

/** Batches of 2000, and a rest. */
const PEOPLE = 4100

let database: OpenDatabase
let ownerId: number
let people: PeopleIndex | undefined
/** The first id of each batch that was asked for, of the connection that reads everybody. */
let batches: number[] = []
let failing = 0
let held: Promise<void> | undefined

const watched: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  async transformResult({ result }) {
    batches.push(Number(result.rows[0]?.id))
    await held
    if (failing > 0 && batches.length > 1) {
      failing--
      throw new DatabaseAway({ message: 'the connection was lost' })
    }
    return result
  },
}

beforeEach(() => {
  batches = []
  failing = 0
  held = undefined
})
afterEach(() => people?.stop())

function start() {
  const feed = createChangeFeed()
  const kept = aLog()
  people = createPeopleIndex({
    db: database.db,
    bulkDb: database.bulkDb.withPlugin(watched),
    changes: feed,
    log: kept.log,
  })
  const index = people
  const totalOf = async (lastname: string) =>
    (await index.find('public', asSearch(memorialListQuerySchema.cast({ lastname }))))?.total
  const isComplete = () => index.state().isComplete
  return { feed, index, kept, totalOf, isComplete }
}

async function anAccount(): Promise<number> {
  const numbers = { max_memorials: 1, advanced_memorials_left: 0, bonus_gb_left: 0 }
  const account = { email: 'a@b', email_key: 'a@b', password_hash: '', pin_hash: null, ...numbers }
  return (await database.db.insertInto('users').values(account).returning('id').executeTakeFirstOrThrow()).id
}

function hold(): () => void {
  let letGo = () => {}
  held = new Promise((resolve) => (letGo = resolve))
  return () => {
    held = undefined
    letGo()
  }
}

describeOnPostgres(() => {
  beforeAll(async () => {
    const databaseUrl = await (await sharedPostgres()).makeMigratedDatabase()
    database = await openDatabase({ databaseUrl, dataDir: '' }, () => undefined)
    ownerId = await anAccount()
    await remember(database.db, ownerId, { lastname: 'Иванов' })
    await sql`insert into memorials (user_id, lastname, name, lastname_key, name_key, surname_key, birth_date, death_date,
      public_status, swo_status, rate_check, is_advanced, media_storage_limit)
      select user_id, lastname, name, lastname_key, name_key, surname_key, birth_date, death_date, public_status, swo_status,
        rate_check, is_advanced, media_storage_limit from memorials, generate_series(2, ${PEOPLE})`.execute(database.db)
  })
  afterAll(() => database.close())

  it('goes on after the last person when a batch could not be read, and says so', async () => {
    failing = 2
    const { feed, index, kept, isComplete, totalOf } = start()
    feed.open()
    await until(isComplete)
    expect(batches.map((first) => Math.floor(first / 1000))).toEqual([0, 2, 2, 2, 4])
    expect(index.state()).toMatchObject({ listed: PEOPLE, failures: 2 })
    expect(await totalOf('Иванов')).toBe(PEOPLE)
    const said = kept.lines().map(({ msg }) => msg)
    expect(said).toContain('people of the search could not be read: retried')
    expect(said).toContain('the people of the search are in memory')
  })

  it('goes on so too when it heard nothing of changes for a while, and reads everybody once more after it', async () => {
    const letGo = hold()
    const { feed, isComplete, totalOf } = start()
    feed.open()
    await until(() => batches.length === 1)
    feed.open(() => false)
    letGo()
    feed.open()
    await until(isComplete)
    expect(batches.map((first) => Math.floor(first / 1000))).toEqual([0, 2, 4, 0, 2, 4])
    expect(await totalOf('Иванов')).toBe(PEOPLE)
  })

  it('answers from the list that stands until everybody is read again, and then knows whom it missed', async () => {
    const { feed, isComplete, totalOf } = start()
    feed.open()
    await until(isComplete)
    feed.open(() => false)
    const [missed] = await remember(database.db, ownerId, { lastname: 'Сидоров' })
    const letGo = hold()
    feed.open()
    expect(isComplete()).toBe(false)
    expect(await totalOf('Иванов')).toBe(PEOPLE)
    expect(await totalOf('Сидоров')).toBe(0)
    // What is heard of is followed.
    const [told] = await remember(database.db, ownerId, { lastname: 'Кузнецов' })
    feed.drop(tagOfMemorial(Number(told)))
    expect(await totalOf('Кузнецов')).toBe(1)
    letGo()
    await until(isComplete)
    expect(await totalOf('Сидоров')).toBe(1)
    expect(await totalOf('Кузнецов')).toBe(1)
    await database.db
      .deleteFrom('memorials')
      .where('id', 'in', [Number(missed), Number(told)])
      .execute()
  })

  it('asks the database while it misses changes, and then reads only whom they are about', async () => {
    const { feed, isComplete, totalOf } = start()
    let isInSync = true
    feed.open(() => isInSync)
    await until(isComplete)
    const before = batches.length
    isInSync = false
    expect(isComplete()).toBe(false)
    expect(await totalOf('Иванов')).toBeUndefined()
    const [missed] = await remember(database.db, ownerId, { lastname: 'Сидоров' })
    feed.drop(tagOfMemorial(Number(missed)))
    isInSync = true
    expect(await totalOf('Сидоров')).toBe(1)
    expect(await totalOf('Иванов')).toBe(PEOPLE)
    expect(batches).toHaveLength(before)
    await database.db.deleteFrom('memorials').where('id', '=', Number(missed)).execute()
  })
})

it('tells /readyz and metrics while searches are degraded', async () => {
  const server = await startTestApp()
  const ready = async () => (await server.app.inject({ url: '/readyz' })).json<object>()
  await until(async () => JSON.stringify(await ready()) === '{"status":"ready"}')
  server.changes.open(() => false)
  expect(await ready()).toEqual({ status: 'degraded', degraded: ['search'] })
  server.changes.open()
  await until(async () => JSON.stringify(await ready()) === '{"status":"ready"}')
  await server.close()
})
