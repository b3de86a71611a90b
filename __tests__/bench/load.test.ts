import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Memorial } from '@contract/memorial'
import { startInstallation } from '@support/installation'
import { startMailServer } from '@support/mail-server'
import { memorialForm } from '@support/memorial-form'
import { startOwnS3 } from '@support/own-s3'
import { drawnPhotograph } from '@support/photographs'
import { describeOnPostgres, startPostgres } from '@support/postgres'
import { startRedis } from '@support/redis'
import { openAccount, openAccountByLetter, type RemoteAccount } from '@support/remote-account'
import { type ServerProcess, startServerProcess } from '@support/server-process'
import { makeThousandMemorials } from '@support/thousand-memorials'
import { memoryOfTree } from '@support/tree-memory'
import { flatness, type Held, heldBy, watchHeld } from './held-resources'
import { PIN, startMixedLoad, tellOf } from './mixed-load'

/** MINUTES=60 is the long form. */
const MINUTES = Number(process.env.MINUTES ?? 10)
const MINUTE_MS = 60_000
const BENCH_MS = (MINUTES + 10) * MINUTE_MS
const OWNERS = 4
/** Connections that are kept for the next request, and files of caches. */
const OPEN_MORE = 20
/** By then processes that open pictures have ended, and cached responses have expired. */
const REST_MS = 150_000
/** Of everything that runs, in MB; what its processes share is counted once. */
const IDLE_MAX = { embedded: 300, postgres: 160 }

const METRICS_TOKEN = 'a token of the load bench'
const SETTINGS = {
  METRICS_TOKEN,
  HOST: '127.0.0.1',
  DEMO_CONTENT: 'off',
  NEW_ACCOUNT_MEMORIALS: '1000',
  NEW_ACCOUNT_ADVANCED: '1000000',
}

/** A running installation that is put under load. */
interface Loaded {
  url: string
  /** Its first process: all others are below it. */
  pid: number
  openAccount: (email: string) => Promise<RemoteAccount>
  /** What is known of it beside what its processes hold. */
  more(): Promise<Held>
  stop(): Promise<void>
}

describe('on the embedded database', () => {
  bearsAnHour(startEmbedded, IDLE_MAX.embedded)
})

describeOnPostgres(() => {
  bearsAnHour(startOnServices, IDLE_MAX.postgres)
})

function bearsAnHour(start: () => Promise<Loaded>, idleMaxMb: number): void {
  let loaded: Loaded
  let atRest: Held

  const look = async () => ({
    ...(await heldBy(loaded.pid, { url: loaded.url, metricsToken: METRICS_TOKEN })),
    ...(await loaded.more()),
  })

  beforeAll(async () => {
    loaded = await start()
  }, BENCH_MS)
  afterAll(() => loaded.stop(), BENCH_MS)

  it(
    `holds no more after ${MINUTES} minutes of mixed load than at their beginning, and refuses nobody`,
    async () => {
      const visited = await openOwners(loaded)
      atRest = await look()
      const load = await startMixedLoad({ url: loaded.url, ...visited })
      const watch = watchHeld(look)
      await pause(MINUTES * MINUTE_MS)
      await watch.stop()
      await load.stop()

      const figures = flatness(watch.samples)
      const lines = figures.map(({ what, first, last }) => `  ${what}: ${first} → ${last}`)
      process.stdout.write(
        `under mixed load for ${MINUTES} min\n${tellOf(load.kinds)}\nheld, first third → last third\n${lines.join('\n')}\n`,
      )
      expect([...load.kinds].filter(([, { failures }]) => failures.size > 0).map(([kind]) => kind)).toEqual([])
      expect(figures.filter(({ isFlat }) => !isFlat)).toEqual([])
    },
    BENCH_MS,
  )

  it(
    `has nothing left to do after a rest, and then holds at most ${idleMaxMb} MB`,
    async () => {
      await pause(REST_MS)
      const { rss, pss, processes } = await memoryOfTree(loaded.pid)
      const lines = [`memory at rest, RSS / PSS in MB: ${rss} / ${pss}`, ...processes]
      process.stdout.write(`${lines.join('\n  ')}\n`)

      const now = await look()
      process.stdout.write(
        `held at rest:\n${Object.entries(now)
          .map(([what, held]) => `  ${what}: ${held}\n`)
          .join('')}`,
      )
      expect(now).toMatchObject({
        'letters that are due': 0,
        'removals of files that are due': 0,
        'uploads under way': 0,
      })
      expect(now['open files']).toBeLessThanOrEqual((atRest['open files'] ?? 0) + OPEN_MORE)
      expect(now['open sockets']).toBeLessThanOrEqual((atRest['open sockets'] ?? 0) + OPEN_MORE)
      expect(pss).toBeLessThanOrEqual(idleMaxMb)
    },
    BENCH_MS,
  )
}

/** `npm start`, as the README says it. */
async function startEmbedded(): Promise<Loaded> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'pomnim-load-'))
  await makeThousandMemorials({ databaseUrl: undefined, dataDir })
  const installation = await startInstallation({ ...SETTINGS, DATA_DIR: dataDir })
  const url = installation.url.replace('localhost', '127.0.0.1')
  return {
    url,
    pid: installation.pid,
    openAccount: (email) => openAccount({ url } as ServerProcess, dataDir, email),
    more: () => Promise.resolve({}),
    async stop() {
      await installation.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** One process on PostgreSQL, an object store, Redis and a mail server. What these hold themselves is not counted. */
async function startOnServices(): Promise<Loaded> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'pomnim-load-'))
  const [postgres, s3, redis, mail] = [
    await startPostgres(),
    await startOwnS3(),
    await startRedis(),
    await startMailServer(),
  ]
  const databaseUrl = await postgres.makeDatabase()
  await makeThousandMemorials({ databaseUrl, dataDir })
  const server = await startServerProcess({
    ...SETTINGS,
    ...s3.settings(s3.url),
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    REDIS_URL: redis.url,
    SMTP_URL: mail.url,
  })
  const url = server.url.replace('localhost', '127.0.0.1')
  const database = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  const sessionsOfServer = `select count(*)::int as sessions from pg_stat_activity where application_name like 'pomnim %'`
  return {
    url,
    pid: server.pid,
    openAccount: (email) =>
      openAccountByLetter({ url } as ServerProcess, email, (sql, values) => database.query(sql, values)),
    async more() {
      const { rows } = await database.query<{ sessions: number }>(sessionsOfServer)
      return { 'sessions of PostgreSQL': rows[0]?.sessions ?? 0 }
    },
    async stop() {
      await database.end()
      await server.stop()
      await Promise.all([mail.goAway(), s3.stop(), redis.stop(), postgres.stop()])
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Owners with a PIN, and a page of the first with a portrait. */
async function openOwners({ openAccount: open }: Loaded): Promise<{ owners: RemoteAccount[]; memorial: Memorial }> {
  const owners: RemoteAccount[] = []
  while (owners.length < OWNERS) owners.push(await open(`owner-${owners.length}@example.org`))
  for (const owner of owners) {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ pin_code: PIN })
    expect((await owner.fetch('/users/me/set-pin', { method: 'POST', headers, body })).status).toBe(204)
  }
  const body = memorialForm({}, { bytes: await drawnPhotograph(1200, 1500, 0.5) })
  const made = await owners[0]?.fetch('/memorial/create', { method: 'POST', body })
  expect(made?.status).toBe(201)
  return { owners, memorial: (await made?.json()) as Memorial }
}
