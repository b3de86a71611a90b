import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { API_BASE_PATH } from '@contract/paths'
import { openDatabase } from '@server/db/open-database'
import type { Db } from '@server/db/schema'
import { expectRowsAndFilesToAgree } from '@support/agreement'
import { openAccount, type RemoteAccount, REMOTE_PASSWORD } from '@support/remote-account'
import { repeats } from '@support/repeats'
import { type ServerProcess, startServerProcess } from '@support/server-process'
import { filesWith, tablesWith } from '@support/traces'
import { until } from '@support/until'

/** Nobody else writes these words. */
const EMAIL = 'zamyatkina@example.org'
const NAME = 'Замяткина'
const PAGES = 30
/** A server dies as soon as so many pages are gone. */
const GONE_BEFORE_DEATH = 3
const DEATHS_IN_THE_MIDDLE = repeats({ usually: 1, thoroughly: PAGES / GONE_BEFORE_DEATH })
const WORKER_FILE = path.resolve('dist/server/database-worker.js')

let dataDir: string
let output = ''

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'pomnim-erasing-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const start = () => startServerProcess({ DATA_DIR: dataDir, NEW_ACCOUNT_MEMORIALS: '100', LOG_LEVEL: 'debug' })

/** Between two lives of the server: it alone may have the database open. */
async function onDatabase<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const database = await openDatabase({ databaseUrl: undefined, dataDir }, failTheTest, WORKER_FILE)
  try {
    return await work(database.db)
  } finally {
    await database.close()
  }
}

async function somebody(server: ServerProcess): Promise<RemoteAccount> {
  const person = await openAccount(server, dataDir, EMAIL)
  for (let page = 0; page < PAGES; page++) await person.createMemorial({ lastname: NAME, public_status: 'true' })
  const other = await openAccount(server, dataDir, 'sosed@example.org')
  const { id } = await other.createMemorial({ public_status: 'true' })
  const words = { memorials_id: id, author: NAME, description: `Помню. ${NAME}` }
  await send(person, '/memories/create', words)
  return person
}

const send = (person: RemoteAccount, url: string, body: object) =>
  person.fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

const pagesLeft = async (db: Db) => {
  const rows = await db.selectFrom('memorials').select('id').where('lastname', '=', NAME).orderBy('id').execute()
  return rows.map(({ id }) => id)
}

async function untilGone(server: ServerProcess, page: number): Promise<void> {
  const isGone = async () => (await fetch(`${server.url}${API_BASE_PATH}/memorial/${page}`)).status === 404
  await until(isGone)
}

it('destroys an account to the end, however often it is killed in the middle', async () => {
  let server = await start()
  const person = await somebody(server)
  expect((await send(person, '/users/me/delete', { current_password: REMOTE_PASSWORD })).status).toBe(202)
  await server.stop()
  output += server.output()
  await onDatabase(async (db) => {
    expect(await tablesWith({ db }, EMAIL)).toEqual(expect.arrayContaining(['letters', 'memories', 'users']))
    expect(await filesWith({ dataDir }, EMAIL)).not.toEqual([])
    await db
      .updateTable('users')
      .set({ leaves_at: new Date(Date.now() - 1000) })
      .where('email', '=', EMAIL)
      .execute()
  })

  let deaths = 0
  let left = await onDatabase(pagesLeft)
  expect(left).toHaveLength(PAGES)
  while (deaths < DEATHS_IN_THE_MIDDLE) {
    // Pages go in the order of their ids.
    const last = left[GONE_BEFORE_DEATH - 1]
    if (last === undefined) break
    server = await start()
    await untilGone(server, last)
    await server.kill()
    output += server.output()
    left = await onDatabase(pagesLeft)
    if (left.length > 0) deaths++
  }
  expect(deaths).toBeGreaterThan(0)

  // A server that stops lets its jobs end. The second removes the files of pages that went before a kill.
  for (let life = 0; life < 2; life++) {
    server = await start()
    await server.stop()
    output += server.output()
  }
  await onDatabase(async (db) => {
    for (const trace of [EMAIL, NAME]) expect([trace, await tablesWith({ db }, trace)]).toEqual([trace, []])
    expect(await db.selectFrom('register').selectAll().execute()).toMatchObject([{ kind: 'account_erased' }])
    expect(await db.selectFrom('memorials').select('id').execute()).toHaveLength(1)
    await expectRowsAndFilesToAgree(db, dataDir)
  })
  for (const trace of [EMAIL, NAME]) {
    expect(await filesWith({ dataDir }, trace)).toEqual([])
    expect(output.includes(trace)).toBe(false)
  }
}, 300_000)

function failTheTest(error: Error): void {
  throw error
}
