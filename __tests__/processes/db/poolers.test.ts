import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { createChangeFeed, tagOfMemorial } from '@server/db/change-feed'
import { followChangeLog, TRUST_MS } from '@server/db/change-log'
import { POOLER_OF_TRANSACTIONS } from '@server/db/errors'
import { openDatabase } from '@server/db/open-database'
import { createTaggedCache } from '@server/lib/tagged-cache'
import { pomnim } from '@support/operator'
import { describeOnPgbouncer, startPgbouncer } from '@support/pgbouncer'
import { failedStart } from '@support/server-process'
import { until } from '@support/until'
import { sharedPostgres } from '@support/worker/shared-postgres'

const PATIENCE_MS = 120_000
const TAG = tagOfMemorial(1)
const ANNOUNCE = `select log_change('memorial', 1); notify changed`

describeOnPgbouncer(() => {
  let databaseUrl: string
  let dataDir: string
  let pooler: Awaited<ReturnType<typeof startPgbouncer>>

  beforeAll(async () => {
    databaseUrl = await (await sharedPostgres()).makeMigratedDatabase()
    dataDir = await mkdtemp(path.join(tmpdir(), 'pomnim-pooler-'))
  })
  afterAll(() => rm(dataDir, { recursive: true, force: true }))
  afterEach(() => pooler.stop())

  const announceTo = async (connectionString: string) => {
    const client = new pg.Client({ connectionString })
    await client.connect()
    await client.query(ANNOUNCE)
    await client.end()
  }

  it.each(['transaction', 'statement'] as const)(
    'does not start where sessions are lent for one %s, and check says why',
    async (mode) => {
      pooler = await startPgbouncer(databaseUrl, mode)
      const env = { DATA_DIR: dataDir, DATABASE_URL: pooler.url }
      const { errors, code } = await failedStart(env)
      expect(code).toBe(1)
      expect(errors.trim().split('\n')).toHaveLength(1)
      expect(errors).toContain(POOLER_OF_TRANSACTIONS)

      const check = await pomnim(env, 'check')
      expect(check.code).toBe(1)
      expect(check.out).toContain(`bad      sessions: ${POOLER_OF_TRANSACTIONS}`)
    },
    PATIENCE_MS,
  )

  it(
    'notices it too where other clients use the sessions at that moment',
    async () => {
      pooler = await startPgbouncer(databaseUrl, 'transaction')
      const busy = new pg.Pool({ connectionString: pooler.url, max: 8 })
      const over = new AbortController()
      const work = Array.from({ length: 8 }, async () => {
        while (!over.signal.aborted) await busy.query('select pg_sleep(0.002)')
      })
      await expect(openDatabase({ databaseUrl: pooler.url, dataDir }, () => undefined)).rejects.toThrow(
        POOLER_OF_TRANSACTIONS,
      )
      over.abort()
      await Promise.all(work)
      await busy.end()
    },
    PATIENCE_MS,
  )

  it(
    'shows nothing from memory where it hears only of itself, as when a pooler comes between later',
    async () => {
      pooler = await startPgbouncer(databaseUrl, 'transaction')
      const feed = createChangeFeed()
      const answers = createTaggedCache<string>({ maxBytes: 1000 })
      feed.follow(answers)
      const log = await followChangeLog(pooler.url, feed)
      const endsAt = performance.now() + 2 * TRUST_MS
      const seen: unknown[] = []
      while (performance.now() < endsAt) {
        answers.set(answers.ticket(), '/memorials/1', 'the page', { tags: [TAG], bytes: 1, seconds: 60 })
        await announceTo(databaseUrl)
        seen.push(answers.get('/memorials/1'))
      }
      await log.stop()
      expect(seen.filter(Boolean)).toEqual([])
    },
    PATIENCE_MS,
  )

  it(
    'works where each connection has a session of its own: hears of changes, and limits its statements',
    async () => {
      pooler = await startPgbouncer(databaseUrl, 'session')
      const check = await pomnim({ DATA_DIR: dataDir, DATABASE_URL: pooler.url }, 'check')
      expect(check.out).toMatch(/^warning {2}sessions: a pooler answers/m)

      const database = await openDatabase({ databaseUrl: pooler.url, dataDir }, () => undefined)
      const answers = createTaggedCache<string>({ maxBytes: 1000 })
      database.changes.follow(answers)
      const kept = () => answers.get('/memorials/1')
      const keep = () => {
        answers.set(answers.ticket(), '/memorials/1', 'the page', { tags: [TAG], bytes: 1, seconds: 60 })
        return kept() !== undefined
      }
      await until(keep)
      await announceTo(databaseUrl)
      await until(() => kept() === undefined)
      expect(keep()).toBe(true)
      const { rows } = await database.db.executeQuery<{ statement_timeout: string }>({
        sql: 'show statement_timeout',
        parameters: [],
      } as never)
      expect(rows).toEqual([{ statement_timeout: '7s' }])
      await database.close()
    },
    PATIENCE_MS,
  )
})
