import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { API_BASE_PATH } from '@contract/paths'
import { openDatabase } from '@server/db/open-database'
import type { Db } from '@server/db/schema'
import { expectRowsAndFilesToAgree } from '@support/agreement'
import { openAccount, type RemoteAccount, REMOTE_PASSWORD, signIn } from '@support/remote-account'
import { tokensInLettersTo } from '@support/outbox'
import { RARE, ROOM_FOR_RARE_WORDS, TABLES_WITH_RARE_WORDS, TRACES, writeEverywhere } from '@support/rare-words'
import { repeats } from '@support/repeats'
import { type ServerProcess, startServerProcess } from '@support/server-process'
import { filesWith, tablesWith } from '@support/traces'
import { until } from '@support/until'

const { newEmail: EMAIL, name: NAME } = RARE
const [OF_EMAILS] = TRACES
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

const start = () => startServerProcess({ DATA_DIR: dataDir, ...ROOM_FOR_RARE_WORDS, LOG_LEVEL: 'debug' })

/** Between two lives of the server: it alone may have the database open. */
async function onDatabase<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const database = await openDatabase({ databaseUrl: undefined, dataDir }, failTheTest, WORKER_FILE)
  try {
    return await work(database.db)
  } finally {
    await database.close()
  }
}

/** With words everywhere, and more pages than one life of the server destroys. */
async function somebody(server: ServerProcess): Promise<RemoteAccount> {
  const tokens = new Set<string>()
  await writeEverywhere({
    password: REMOTE_PASSWORD,
    async send({ method = 'POST', url, payload, token }) {
      const isForm = payload instanceof FormData
      const headers = {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(payload && !isForm && { 'content-type': 'application/json' }),
      }
      const body = payload && { body: isForm ? payload : JSON.stringify(payload) }
      const response = await fetch(server.url + API_BASE_PATH + url, { method, headers, ...body })
      return { statusCode: response.status, body: await response.text() }
    },
    async signUp(email) {
      const { token } = await openAccount(server, dataDir, email)
      for (const used of await tokensInLettersTo(dataDir, email)) tokens.add(used)
      return token
    },
    async tokenFor(email) {
      const unused = async () => (await tokensInLettersTo(dataDir, email)).find((token) => !tokens.has(token))
      await until(async () => (await unused()) !== undefined)
      const token = (await unused()) ?? ''
      tokens.add(token)
      return token
    },
  })
  const person = await signIn(server, EMAIL)
  for (let page = 0; page < PAGES; page++) await person.createMemorial({ lastname: NAME, public_status: 'true' })
  return person
}

const send = (person: RemoteAccount, url: string, body: object) =>
  person.fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

const pagesLeft = async (db: Db) => {
  const rows = await db
    .selectFrom('memorials')
    .select('id')
    .where('lastname', '=', NAME)
    .where('user_id', 'is not', null)
    .orderBy('id')
    .execute()
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
    expect(await tablesWith({ db }, OF_EMAILS)).toEqual(expect.arrayContaining(TABLES_WITH_RARE_WORDS.emails))
    expect(await tablesWith({ db }, NAME)).toEqual(expect.arrayContaining(TABLES_WITH_RARE_WORDS.name))
    expect(await filesWith({ dataDir }, EMAIL)).not.toEqual([])
    await db
      .updateTable('users')
      .set({ leaves_at: new Date(Date.now() - 1000) })
      .where('email', '=', EMAIL)
      .execute()
  })

  let deaths = 0
  let left = await onDatabase(pagesLeft)
  expect(left).toHaveLength(PAGES + 1)
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
    for (const trace of TRACES) expect([trace, await tablesWith({ db }, trace)]).toEqual([trace, []])
    expect(await db.selectFrom('register').selectAll().execute()).toMatchObject([{ kind: 'account_erased' }])
    // Those of others, and the one that was handed over.
    expect(await db.selectFrom('memorials').select('id').execute()).toHaveLength(4)
    await expectRowsAndFilesToAgree(db, dataDir)
  })
  for (const trace of TRACES) {
    expect(await filesWith({ dataDir }, trace)).toEqual([])
    expect(output.includes(trace)).toBe(false)
  }
}, 300_000)

function failTheTest(error: Error): void {
  throw error
}
