import { sql } from 'kysely'
import { memorialListQuerySchema } from '@contract/memorial'
import { nameKey } from '@server/lib/search-text'
import { asSearch } from '@server/modules/memorials/search/asked'
import { createPeopleIndex, type PeopleIndex } from '@server/modules/memorials/search/people-index'
import { type Life, remember } from '@support/remember'
import { randomFrom, realNames } from '@support/real-names'
import { repeats } from '@support/repeats'
import { startTestApp, type TestApp } from '@support/server-app'
import { expectAsSql } from './compare-with-sql'

const PEOPLE = 400
const CHANGES = repeats({ usually: 50, thoroughly: 2000 })
const QUERIES = repeats({ usually: 100, thoroughly: 3000 })
const TIMEOUT_MS = 180_000
const PLACES = ['Москва, Троекуровское кладбище', 'г. Орёл', 'Санкт-Петербург', 'село Ольгово', undefined]

let server: TestApp
let ownerId: number
let people: PeopleIndex

beforeAll(async () => {
  server = await startTestApp()
  ownerId = (await server.signUp()).user.id
  await remember(server.db, ownerId, ...Array.from({ length: PEOPLE }, aLife))
  people = createPeopleIndex({ db: server.db, changes: server.changes, log: { error: fail } })
}, TIMEOUT_MS)
afterAll(async () => {
  await people.stop()
  await server.close()
})

const names = realNames(7)
const random = randomFrom(7)

function aLife(): Life {
  const { value } = names.next()
  return {
    ...value,
    surname: value.surname || null,
    maiden: value.maiden || null,
    birth: random() < 0.1 ? null : value.birth,
    death: random() < 0.1 ? null : value.death,
    open: random() < 0.8,
    ...(random() < 0.3 && { open: true, hero: true }),
    ...aPlace(),
  }
}

function aPlace(): Pick<Life, 'place'> {
  const place = PLACES[Math.floor(random() * PLACES.length)]
  return place === undefined ? {} : { place }
}

function fail(details: object): void {
  throw new Error('The people of the lists could not be read', { cause: details })
}

const asSql = () => expectAsSql(server.db, people, QUERIES)

it('answers as SQL does', asSql, TIMEOUT_MS)

it(
  'still does after people came, were renamed, closed, opened, made heroes, moved and deleted',
  async () => {
    for (let change = 0; change < CHANGES; change++) await changeSomething()
    await asSql()
  },
  TIMEOUT_MS,
)

it(
  'still does after many came at once, and after changes were missed',
  async () => {
    await sql`
      insert into memorials (user_id, lastname, name, lastname_key, name_key, surname_key, birth_date, death_date,
        public_status, swo_status, rate_check, is_advanced, media_storage_limit)
      select user_id, lastname, name, lastname_key, name_key, surname_key, birth_date, date '2000-01-01',
        public_status, swo_status, rate_check, is_advanced, media_storage_limit
      from memorials where birth_date is not null`.execute(server.db)
    await asSql()

    server.changes.open(() => false)
    await sql`update memorials set name_key = 'мария', name = 'Мария' where id % 7 = 0`.execute(server.db)
    expect(await people.find('public', asSearch(memorialListQuerySchema.cast({})))).toBeUndefined()
    server.changes.open()
    await asSql()
  },
  TIMEOUT_MS,
)

async function changeSomething(): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from memorials order by random() limit 1`.execute(server.db)
  const id = rows[0]?.id as number
  const { lastname, birth = null } = aLife()
  const update = (columns: object) => server.db.updateTable('memorials').set(columns).where('id', '=', id).execute()
  const kinds = [
    () => remember(server.db, ownerId, aLife()),
    () => update({ lastname, lastname_key: nameKey(lastname) }),
    () => update({ birth_date: birth, birth_precision: birth === null ? 'unknown' : 'day' }),
    () => update({ public_status: false, swo_status: false }),
    () => update({ public_status: true, swo_status: true }),
    () => server.db.deleteFrom('burials').where('memorial_id', '=', id).execute(),
    () => server.db.updateTable('burials').set({ burial_address: 'Орёл' }).where('memorial_id', '=', id).execute(),
    () => server.db.deleteFrom('memorials').where('id', '=', id).execute(),
  ]
  await kinds[Math.floor(random() * kinds.length)]?.()
}
