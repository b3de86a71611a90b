import { layDatabaseLine } from '@support/database-line'
import { aLog } from '@support/recorded-log'
import { describeOnPostgres, type Postgres, startPostgres } from '@support/postgres'
import { startTestApp, type TestApp } from '@support/server-app'
import { until } from '@support/until'

/** An outage may be felt so long after the database is back. */
const WELL_AGAIN_MS = 10_000

describeOnPostgres(() => {
  let postgres: Postgres
  let server: TestApp

  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterEach(() => server.close())
  afterAll(() => postgres.stop())

  const isReady = async () => (await server.app.inject({ url: '/readyz' })).statusCode === 200
  const isAway = async () => !(await isReady())

  const showsLists = async () =>
    (await server.app.inject({ url: '/api/v1/memorial/public_memorials' })).statusCode === 200

  /** Until it is ready and shows lists: a connection that was silent may be the first that a list gets. */
  async function wellAgainMs(): Promise<number> {
    const backAt = Date.now()
    await until(isReady)
    await until(showsLists)
    return Date.now() - backAt
  }

  it('is well again within ten seconds after a restart of its database', async () => {
    server = await startTestApp({ DATABASE_URL: await postgres.makeDatabase() }, { log: aLog().log })
    await postgres.goAway()
    await until(isAway)
    await postgres.comeBack()
    expect(await wellAgainMs()).toBeLessThan(WELL_AGAIN_MS)
  })

  it('is well again within ten seconds after the line to its database was silent', async () => {
    const line = await layDatabaseLine(await postgres.makeDatabase())
    server = await startTestApp({ DATABASE_URL: line.url }, { log: aLog().log })
    line.fallSilent()
    await until(isAway)
    line.mend()
    expect(await wellAgainMs()).toBeLessThan(WELL_AGAIN_MS)
    line.remove()
  })
})
