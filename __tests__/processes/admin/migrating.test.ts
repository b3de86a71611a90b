import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { pomnim, pomnimJson } from '@support/operator'
import { describeOnPostgres } from '@support/postgres'
import { sharedPostgres, type SharedPostgres } from '@support/worker/shared-postgres'
import { until } from '@support/until'

describeOnPostgres(() => {
  let postgres: SharedPostgres
  let env: { DATA_DIR: string; DATABASE_URL: string }

  beforeAll(async () => {
    postgres = await sharedPostgres()
    env = { DATA_DIR: await mkdtemp(path.join(tmpdir(), 'pomnim-')), DATABASE_URL: await postgres.makeDatabase() }
  })
  afterAll(async () => {
    await rm(env.DATA_DIR, { recursive: true, force: true })
  })

  it('says what it would do, waits for whoever is at it and says for whom, then does it', async () => {
    const planned = await pomnimJson<{ missing: string[] }>(env, 'migrate', '--dry-run')
    expect(planned.missing).toContain('0001-first-tables')
    const other = new pg.Client({ connectionString: env.DATABASE_URL, application_name: 'the other one' })
    await other.connect()
    await other.query('begin')
    // The number that Kysely locks.
    await other.query('select pg_advisory_xact_lock(3853314791062309107)')

    let [errors, isOver] = ['', false]
    const migrating = pomnim(env, 'migrate', { onErrors: (text) => (errors += text) }).finally(() => (isOver = true))
    await until(() => errors.includes('(the other one, from this machine)') || isOver)
    await other.query('rollback')
    await other.end()

    expect(await migrating).toMatchObject({ code: 0, out: expect.stringContaining('ran 0001-first-tables') as string })
    expect(await pomnimJson(env, 'migrate', '--dry-run')).toMatchObject({ missing: [] })
  })
})
