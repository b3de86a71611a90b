import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createTaggedCache } from '@server/lib/tagged-cache'
import { STANDBY } from '@server/db/errors'
import { type DatabaseLine, layDatabaseLine } from '@support/database-line'
import { memorialForm } from '@support/memorial-form'
import { aLog } from '@support/recorded-log'
import { pomnim } from '@support/operator'
import { describeOnPostgres, type Postgres, startPostgres } from '@support/postgres'
import { startTestApp, type TestApp } from '@support/server-app'
import { failedStart } from '@support/server-process'
import { until } from '@support/until'

const PATIENCE_MS = 120_000

describeOnPostgres(() => {
  let postgres: Postgres
  let other: Postgres
  let standbyUrl: string
  let dataDir: string
  let lines: DatabaseLine[]
  let server: TestApp | undefined

  beforeAll(async () => {
    ;[postgres, other] = await Promise.all([startPostgres(), startPostgres()])
    standbyUrl = await other.makeDatabase()
    await other.goAway()
    await other.comeBack('standby')
    dataDir = await mkdtemp(path.join(tmpdir(), 'pomnim-hosts-'))
  }, PATIENCE_MS)
  afterAll(async () => {
    await Promise.all([postgres.stop(), other.stop(), rm(dataDir, { recursive: true, force: true })])
  })
  beforeEach(() => {
    lines = []
  })
  afterEach(async () => {
    for (const line of lines) line.remove()
    await server?.close()
    server = undefined
  })

  /** A DATABASE_URL with a host for each of these databases, which have the same name. */
  async function layLines(...databases: string[]): Promise<string> {
    lines = await Promise.all(databases.map(layDatabaseLine))
    const { pathname } = new URL(databases[0] ?? '')
    const hosts = lines.map(({ url }) => new URL(url).host)
    return `postgresql://postgres@${hosts.join(',')}${pathname}?target_session_attrs=read-write`
  }

  async function create(on: TestApp, token: string): Promise<number> {
    return (await on.api({ method: 'POST', url: '/memorial/create', token, payload: memorialForm() })).statusCode
  }

  it(
    'works with the host that takes writes, though the first named one is a standby',
    async () => {
      const DATABASE_URL = await layLines(standbyUrl, await postgres.makeDatabase())
      server = await startTestApp({ DATABASE_URL }, { log: aLog().log })
      expect(await create(server, (await server.signUp()).token)).toBe(201)
    },
    PATIENCE_MS,
  )

  it(
    'does not start with a standby alone, and check calls it no good database',
    async () => {
      const env = { DATA_DIR: dataDir, DATABASE_URL: standbyUrl }
      const { errors, code } = await failedStart(env)
      expect(code).toBe(1)
      expect(errors.trim()).toBe(`Cannot start: ${STANDBY}`)
      expect((await pomnim(env, 'check')).out).toContain(`bad      database: ${STANDBY}`)
    },
    PATIENCE_MS,
  )

  it(
    'goes on with the second host when the first one is gone, and hears of changes there',
    async () => {
      const database = await postgres.makeDatabase()
      const running = (server = await startTestApp(
        { DATABASE_URL: await layLines(database, database) },
        { log: aLog().log },
      ))
      const { token } = await running.signUp()
      expect(await create(running, token)).toBe(201)
      lines[0]?.remove()
      await until(async () => (await create(running, token)) === 201)
      const answers = createTaggedCache<string>({ maxBytes: 1000 })
      running.changes.follow(answers)
      await until(() => {
        answers.set(answers.ticket(), '/list', 'the list', { tags: ['memorials'], bytes: 1, seconds: 60 })
        return answers.get('/list') !== undefined
      })
    },
    PATIENCE_MS,
  )
})
