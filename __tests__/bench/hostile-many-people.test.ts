import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import type { Exported } from '@contract/export'
import { openDatabase } from '@server/db/open-database'
import { makeManyPeople } from '@support/million-people'
import { openAccount, type RemoteAccount, signIn } from '@support/remote-account'
import { freePort, type ServerProcess, startServerProcess } from '@support/server-process'
import { buildFolder } from '../../config/folders'
import { mostHeldDuring } from './hostile-family'
import { FLOODS, startFlood } from './hostile-floods'
import { holdsInto, longestHoldSince } from './hostile-holds'
import { type Attack, expectNobodyWaits, startVisitors, usualVisits, VISITOR_ADDRESSES } from './hostile-others'

/** What a few requests do where many people are: searches while a server loads them, and exports of a large family. */

const TIMEOUT_MS = 600_000
/** Loading them takes some seconds. PEOPLE and FAMILY make fewer of them for a try. */
const PEOPLE = Number(process.env.PEOPLE ?? 200_000)
const FAMILY = Number(process.env.FAMILY ?? 6000)
const HELD_MAX_MS = 50
const MEMORY_MAX_BYTES = 1024 ** 3
const EMAIL = 'family@example.org'
const WORKER = path.join(buildFolder('server'), 'database-worker.js')
const SEARCHES = FLOODS.filter(({ what }) => what.startsWith('searches'))

let folder: string
let holds: string
let port: number
let server: ServerProcess

async function start(): Promise<void> {
  server = await startServerProcess({
    DATA_DIR: folder,
    HOST: '127.0.0.1',
    PORT: String(port),
    TRUST_PROXY: '1',
    DEMO_CONTENT: 'off',
    // It makes none itself beside a database with accounts.
    SECRET_KEY: 'k'.repeat(32),
    ...holdsInto(holds),
  })
  server = { ...server, url: `http://127.0.0.1:${port}` }
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pomnim-many-'))
  holds = path.join(folder, 'holds')
  port = await freePort()
  await makeManyPeople({ databaseUrl: undefined, dataDir: folder }, PEOPLE)
  await start()
  await openAccount(server, folder, EMAIL)
  await server.stop()
  await makeFamily()
}, TIMEOUT_MS)
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The first pages belong to one account. Everybody there but the first has a parent and a sibling. */
async function makeFamily(): Promise<void> {
  const database = await openDatabase({ dataDir: folder, databaseUrl: undefined }, fail, WORKER)
  await sql`
    update memorials set user_id = (select id from users where email = ${EMAIL}) where id <= ${FAMILY}`.execute(
    database.db,
  )
  await sql`
    insert into relations (memorial_id, other_id, kind, status, decided_at)
    select id, id / 2, 'parent', 'approved', now() from generate_series(2, ${sql.lit(FAMILY)}) id
    union all
    select id, id - 1, 'sibling', 'approved', now() from generate_series(3, ${sql.lit(FAMILY)}) id`.execute(database.db)
  await database.close()
}

function fail(error: Error): void {
  throw error
}

async function isLoading(): Promise<boolean> {
  const { degraded = [] } = (await (await fetch(`${server.url}/readyz`)).json()) as { degraded?: string[] }
  return degraded.includes('search')
}

it(
  'answers searches while people are loaded, and holds nobody',
  async () => {
    await start()
    // The start itself holds nobody: it does not listen yet.
    const since = Date.now()
    let statuses: Record<string, number> = {}
    let seen = 0
    const memory = await mostHeldDuring(server.pid, async () => {
      const [searches] = SEARCHES
      if (!searches) throw new Error('there is no flood of searches')
      const flooded = { open: 1, closed: 1, victim: EMAIL }
      const flood = await startFlood(searches, { port, flooded, headers: { 'x-forwarded-for': searches.from } })
      while (await isLoading()) seen++
      statuses = await flood.stop()
    })
    const held = longestHoldSince(holds, since)
    process.stdout.write(
      `searches while ${PEOPLE} people are loaded: ${((Date.now() - since) / 1000).toFixed(1)} s, held ` +
        `${held.toFixed(0)} ms of processor, ${(memory / 1024 ** 2).toFixed(0)} MB, ${JSON.stringify(statuses)}\n`,
    )
    expect(seen).toBeGreaterThan(0)
    expect(Object.keys(statuses).filter((status) => !['200', '429', '503'].includes(status))).toEqual([])
    expect(statuses['200']).toBeGreaterThan(0)
    expect(held).toBeLessThan(HELD_MAX_MS)
    expect(memory).toBeLessThan(MEMORY_MAX_BYTES)
  },
  TIMEOUT_MS,
)

it(
  `answers everybody else while a family of ${FAMILY} is exported`,
  async () => {
    while (await isLoading());
    // Not the family's account: a hundred more sign-ins would end the session that exports.
    const { email } = await openAccount(server, folder, 'visitor@example.org')
    const headers = VISITOR_ADDRESSES.map((address) => ({ 'x-forwarded-for': address }))
    const visitors = startVisitors(port, usualVisits({ page: FAMILY + 1, email, headers }))
    const family = await signIn(server, EMAIL)
    try {
      await expectNobodyWaits({
        what: `exports of a family of ${FAMILY}`,
        server: { pid: server.pid, holds },
        visitors,
        attack: () => startExport(family),
      })
    } finally {
      visitors.stop()
      await server.stop()
    }
  },
  TIMEOUT_MS,
)

/** Takes the whole archive of all pages: the tree of the family comes last. */
async function startExport(family: RemoteAccount): Promise<Attack> {
  const answer = await family.fetch('/users/me/export', { method: 'POST' })
  const { download_path: address } = (await answer.json()) as Exported
  const { body, status } = await fetch(server.url + address)
  const read = (async () => {
    let bytes = 0
    for await (const chunk of body ?? []) bytes += (chunk as Uint8Array).length
    return bytes
  })()
  return {
    async stop() {
      expect(await read).toBeGreaterThan(FAMILY * 1000)
      return { [status]: 1 }
    },
  }
}
