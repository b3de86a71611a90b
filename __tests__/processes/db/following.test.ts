import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { createChangeFeed, memorialOfTag, tagOfMemorial } from '@server/db/change-feed'
import { followChangeLog } from '@server/db/change-log'
import { connect, createPool } from '@server/db/connect'
import type { Db, Tables } from '@server/db/schema'
import { createTaggedCache } from '@server/lib/tagged-cache'
import { type DatabaseLine, layDatabaseLine } from '@support/database-line'
import { describeOnPostgres } from '@support/postgres'
import { remember } from '@support/remember'
import { repeats } from '@support/repeats'
import { startServerProcess } from '@support/server-process'
import { until } from '@support/until'
import { sharedPostgres } from '@support/worker/shared-postgres'

/**
 * Two processes with one database. Each reads versions of pages into its memory, as caches and the search do, while both
 * write at random, and the lines over which they follow changes are cut, fall silent and are ended by the server.
 */

const WRITES = repeats({ usually: 2_000, thoroughly: 10_000 })
const WRITERS_OF_EACH = 6
const PAGES = 200
/** Visitors come to few of them: those are cached most of the time. */
const VISITED = 10
const VISITORS_OF_EACH = 4
const CLOSINGS = 0.03
const KILLS = repeats({ usually: 1, thoroughly: 10 })
const CLOSINGS_BETWEEN_KILLS = 10
const TEST_MS = 600_000

interface Process {
  db: Db
  line: DatabaseLine
  cached: (id: number) => number | undefined
  /** Reads a page into memory, as for a visitor. */
  visit: (id: number) => Promise<void>
  /** What a search holds: each page is read again when it was changed. */
  found: Map<number, number>
  /** How often everything had to be read. */
  beginnings: () => number
  stop: () => Promise<void>
}

describeOnPostgres(() => {
  let databaseUrl: string
  let admin: pg.Client
  let pages: number[]
  let processes: Process[] = []

  beforeAll(async () => {
    databaseUrl = await (await sharedPostgres()).makeMigratedDatabase()
    admin = new pg.Client({ connectionString: databaseUrl })
    await admin.connect()
    const { rows } = await admin.query<{ id: number }>(
      `insert into users (email, email_key, password_hash, max_memorials, advanced_memorials_left, bonus_gb_left)
       values ('a@b', 'a@b', '', 1, 0, 0) returning id`,
    )
    const db = connect(createPool({ connectionString: databaseUrl }))
    pages = []
    while (pages.length < PAGES) pages.push(...(await remember(db, Number(rows[0]?.id), { lastname: 'Иванов' })))
    await sql`update memorials set biography = '0'`.execute(db)
    await db.destroy()
    processes = [await startProcess(), await startProcess()]
  }, TEST_MS)
  afterAll(async () => {
    await Promise.all(processes.map(({ stop }) => stop()))
    await admin.end()
  }, TEST_MS)

  async function startProcess(): Promise<Process> {
    const line = await layDatabaseLine(databaseUrl)
    const feed = createChangeFeed()
    const log = await followChangeLog(line.url, feed)
    const db = connect(createPool({ connectionString: databaseUrl, max: 10 }), undefined, log.committed)
    const cache = createTaggedCache<number>({ maxBytes: 1_000_000 })
    feed.follow(cache)
    const found = new Map<number, number>()
    const changed = new Set<number>()
    let beginnings = 0
    feed.follow({
      open() {
        beginnings++
        for (const id of pages) changed.add(id)
      },
      drop(tag) {
        const id = memorialOfTag(tag)
        if (id !== undefined) changed.add(id)
      },
    })
    const stopping = new AbortController()
    const reading = readChanged()

    async function readChanged(): Promise<void> {
      while (!stopping.signal.aborted) {
        const ids = [...changed]
        changed.clear()
        for (const [id, version] of await versionsOf(db, ids)) found.set(id, version)
        await pause(5)
      }
    }

    return {
      db,
      line,
      found,
      cached: (id) => cache.get(String(id)),
      async visit(id) {
        const ticket = cache.ticket()
        const version = (await versionsOf(db, [id])).get(id)
        await pause(Math.random() * 5)
        if (version !== undefined) {
          cache.set(ticket, String(id), version, { tags: [tagOfMemorial(id)], bytes: 1, seconds: 60 })
        }
      },
      beginnings: () => beginnings,
      async stop() {
        stopping.abort()
        await reading
        await log.stop()
        await db.destroy()
        line.remove()
      },
    }
  }

  it(
    'no process shows a page after its closing was confirmed, and none misses a change',
    async () => {
      let left = WRITES
      let closings = 0
      let hits = 0
      const mistakes: string[] = []
      /** The version of each page whose closing was confirmed last. */
      const closedAt = new Map<number, number>()
      const isOlder = (one: Process, id: number, version: number) => (one.cached(id) ?? Infinity) < version

      async function write(by: Process): Promise<void> {
        while (left-- > 0) {
          // Half of all changes are of pages that are visited.
          const id = anyOf(Math.random() < 0.5 ? pages : pages.slice(0, VISITED))
          const closes = Math.random() < CLOSINGS
          const version = await writeOne(by.db, id, closes)
          if (version === undefined) continue
          // Whoever wrote reads what they wrote.
          if (isOlder(by, id, version)) mistakes.push(`page ${id} is shown to its writer as before`)
          if (!closes) continue
          closings++
          closedAt.set(id, Math.max(version, closedAt.get(id) ?? 0))
          if (processes.some((one) => isOlder(one, id, version)))
            mistakes.push(`page ${id} is shown after it was closed`)
        }
      }
      async function visit(one: Process): Promise<void> {
        while (left > 0) {
          const id = anyOf(pages.slice(0, VISITED))
          if (one.cached(id) === undefined) await one.visit(id)
          else hits++
          if (isOlder(one, id, closedAt.get(id) ?? 0)) mistakes.push(`page ${id} is shown long after it was closed`)
          await pause(1)
        }
      }
      async function disturb(): Promise<void> {
        while (left > 0) {
          const { line } = anyOf(processes)
          const way = anyOf(['cut', 'fallSilent', 'end'] as const)
          if (way === 'end') await admin.query('select pg_terminate_backend(pid) from change_readers')
          else line[way]()
          await pause(Math.random() * 1000)
          line.mend()
          await pause(Math.random() * 2000)
        }
      }

      const disturbance = disturb()
      await Promise.all(
        processes.flatMap((one) => [
          ...Array.from({ length: WRITERS_OF_EACH }, () => write(one)),
          ...Array.from({ length: VISITORS_OF_EACH }, () => visit(one)),
        ]),
      )
      await disturbance

      expect(mistakes).toEqual([])
      // Otherwise nothing was tried.
      expect(closings).toBeGreaterThan(WRITES * CLOSINGS * 0.5)
      expect(hits).toBeGreaterThan(WRITES / 50)
      const truth = await versionsOf(processes[0]?.db as Db, pages)
      await until(() => processes.every(({ found }) => pages.every((id) => found.get(id) === truth.get(id))))
      // What was missed was read afterwards: nothing had to be read as a whole.
      expect(processes.map(({ beginnings }) => beginnings())).toEqual([1, 1])
    },
    TEST_MS,
  )

  it(
    'no server shows a page after its closing was confirmed, though one is killed at that moment or hears nothing',
    async () => {
      const dataDir = await mkdtemp(path.join(tmpdir(), 'pomnim-followers-'))
      const line = await layDatabaseLine(databaseUrl)
      const start = (name: string, DATABASE_URL: string) =>
        startServerProcess({
          DATA_DIR: path.join(dataDir, name),
          DATABASE_URL,
          SECRET_KEY: 'of-both-processes-of-one-installation',
        })
      const steady = await start('steady', databaseUrl)
      let other = await start('other', line.url)
      const { db } = processes[0] as Process
      const set = (id: number, public_status: boolean) =>
        db.updateTable('memorials').set({ public_status }).where('id', '=', id).execute()
      const answersOf = (id: number) =>
        Promise.all([steady, other].map(({ url }) => statusOf(`${url}/api/v1/memorial/${id}`)))
      const openAndClose = async (happens?: () => Promise<unknown>) => {
        const id = anyOf(pages)
        await set(id, true)
        await until(async () => (await answersOf(id)).every((status) => status === 200))
        await Promise.all([set(id, false), happens?.()])
        expect(await answersOf(id)).not.toContain(200)
      }
      try {
        for (let round = 0; round < KILLS; round++) {
          for (let closing = 0; closing < CLOSINGS_BETWEEN_KILLS; closing++) await openAndClose()
          await openAndClose(async () => {
            await pause(Math.random() * 10)
            await other.kill()
          })
          other = await start('other', line.url)
          await openAndClose(async () => line.fallSilent())
          line.mend()
        }
      } finally {
        await Promise.all([steady.stop(), other.kill()])
        line.remove()
        await rm(dataDir, { recursive: true, force: true })
      }
    },
    TEST_MS,
  )

  it('reads a change that was logged before another one and committed after it', async () => {
    const [one, other] = pages as [number, number]
    const [slow, quick] = [await connected(databaseUrl), await connected(databaseUrl)]
    const follower = processes[0] as Process
    const set = (client: pg.Client, id: number, version: number) =>
      client.query('update memorials set biography = $2 where id = $1', [id, version])
    await slow.query('begin')
    await set(slow, one, 1_000_001)
    await set(quick, other, 1_000_002)
    await until(() => follower.found.get(other) === 1_000_002)
    await slow.query('commit')
    await until(() => follower.found.get(one) === 1_000_001)
    await Promise.all([slow.end(), quick.end()])
  })
})

/** The new version, or undefined if none was written. Committed at once, or a while later. */
async function writeOne(db: Kysely<Tables>, id: number, closes: boolean): Promise<number | undefined> {
  const write = async (tx: Db) => {
    const written = await tx
      .updateTable('memorials')
      .set({ biography: sql<string>`(biography::integer + 1)::text`, public_status: !closes })
      .where('id', '=', id)
      .$if(closes, (update) => update.where('public_status', '=', true))
      .returning('biography')
      .executeTakeFirst()
    return written && Number(written.biography)
  }
  const way = Math.random()
  if (way < 0.7) return write(db)
  const undone = new Error('undone')
  return db
    .transaction()
    .execute(async (tx) => {
      const version = await write(tx)
      await pause(Math.random() * 20)
      if (way > 0.95) throw undone
      return version
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error
      return undefined
    })
}

async function versionsOf(db: Db, ids: number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('memorials').select(['id', 'biography']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, biography }) => [id, Number(biography)]))
}

/** Zero where no server answers. */
async function statusOf(url: string): Promise<number> {
  try {
    const answer = await fetch(url)
    await answer.body?.cancel()
    return answer.status
  } catch {
    return 0
  }
}

async function connected(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return client
}

function anyOf<T>(all: readonly T[]): T {
  return all[Math.floor(Math.random() * all.length)] as T
}
