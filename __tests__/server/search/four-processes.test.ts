import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { memorialListQuerySchema } from '@contract/memorial'
import { type OpenDatabase, openDatabase } from '@server/db/open-database'
import { asSearch } from '@server/modules/memorials/search/asked'
import { createPeopleIndex, type PeopleIndex } from '@server/modules/memorials/search/people-index'
import { makeManyPeople } from '@support/million-people'
import { describeOnPostgres } from '@support/postgres'
import { sharedPostgres, type SharedPostgres } from '@support/worker/shared-postgres'
import { keysOf, realNames } from '@support/real-names'
import { repeats } from '@support/repeats'
import { expectAsSql } from './compare-with-sql'

const PROCESSES = 4
const PEOPLE = 2_000
const CHANGES = repeats({ usually: 100, thoroughly: 10_000 })
const SEARCHES = repeats({ usually: 40, thoroughly: 1000 })
const NAMES = 500
const TIMEOUT_MS = 900_000

/** Creates, renames, closes, opens, buries and deletes whom it meets, as often as it is told. Knows nothing of the search. */
const CHANGER = `
  const { Client } = require('pg')
  const { databaseUrl, names, times } = require(process.argv[2])
  const any = (list) => list[Math.floor(Math.random() * list.length)]
  const KINDS = [
    ({ lastname, name, keys }) => [
      "insert into memorials (user_id, lastname, name, lastname_key, name_key, surname_key, birth_date, death_date, public_status, swo_status, rate_check, is_advanced, media_storage_limit) values (1, $1, $2, $3, $4, '', '1920-01-01', '1990-01-01', true, false, false, false, 0)",
      [lastname, name, keys.lastname, keys.name],
    ],
    ({ lastname, keys }, id) => ['update memorials set lastname = $1, lastname_key = $2 where id = $3', [lastname, keys.lastname, id]],
    (_person, id) => ['update memorials set public_status = false, swo_status = false where id = $1', [id]],
    (_person, id) => ['update memorials set public_status = true where id = $1', [id]],
    (_person, id) => ["update burials set burial_address = 'Орёл, кладбище' where memorial_id = $1", [id]],
    (_person, id) => ['delete from memorials where id = $1', [id]],
  ]
  async function change() {
    const client = new Client({ connectionString: databaseUrl })
    await client.connect()
    for (let made = 0; made < times; made++) {
      const { rows } = await client.query('select id from memorials offset floor(random() * 1000) limit 1')
      await client.query(...any(KINDS)(any(names), rows[0] && rows[0].id))
    }
    await client.end()
  }
  change().then(() => process.disconnect(), (error) => { console.error(error); process.exit(1) })
`

describeOnPostgres(() => {
  let postgres: SharedPostgres
  let folder: string
  let database: OpenDatabase
  let people: PeopleIndex
  let databaseUrl: string

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'pomnim-changes-'))
    postgres = await sharedPostgres()
    databaseUrl = await postgres.makeMigratedDatabase()
    await makeManyPeople({ databaseUrl, dataDir: folder }, PEOPLE)
    database = await openDatabase({ databaseUrl, dataDir: folder }, fail)
    people = createPeopleIndex({ db: database.db, changes: database.changes, log: { error: fail } })
  }, TIMEOUT_MS)
  afterAll(async () => {
    await people.stop()
    await database.close()
    await rm(folder, { recursive: true, force: true })
  })

  it(
    'answers as SQL does while four processes change people, and after that',
    async () => {
      const searched = await searchUntil(
        Promise.all(Array.from({ length: PROCESSES }, (_, nth) => changeInAProcess(nth))),
      )
      expect(searched).toBeGreaterThan(0)
      await expectAsSql(database.db, people, SEARCHES)
    },
    TIMEOUT_MS,
  )

  async function changeInAProcess(nth: number): Promise<void> {
    const known = realNames(100 + nth)
    const names = Array.from({ length: NAMES }, () => known.next().value).map((name) => ({
      ...name,
      keys: keysOf(name),
    }))
    const orders = path.join(folder, `orders-${nth}.json`)
    const program = path.join(folder, `changer-${nth}.js`)
    await writeFile(orders, JSON.stringify({ databaseUrl, names, times: CHANGES / PROCESSES }))
    await writeFile(program, CHANGER)
    const changer = fork(program, [orders], { env: { ...process.env, NODE_PATH: path.resolve('node_modules') } })
    const [code] = (await once(changer, 'exit')) as [number]
    if (code !== 0) throw new Error(`A process that changes people ended with ${code}`)
  }

  /** Searches all the while; how often an answer came from memory. */
  async function searchUntil(changed: Promise<unknown>): Promise<number> {
    const over = new AbortController()
    void changed.finally(() => over.abort()).catch(() => undefined)
    let answered = 0
    while (!over.signal.aborted) {
      const found = await people.find('public', asSearch(memorialListQuerySchema.cast({ q: 'ова' })))
      if (found) answered++
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    await changed
    return answered
  }
})

function fail(details: object): void {
  throw new Error('The database is away', { cause: details })
}
