import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { API_BASE_PATH } from '@contract/paths'
import { describeOnPostgres, type Postgres, startPostgres } from '@support/postgres'
import { type ServerProcess, startServerProcess } from '@support/server-process'
import { until } from '@support/until'

const REQUESTS_AT_ONCE = 20
/** A proxy that asks gives up soon. */
const READY_WITHIN_MS = 4000
const LIST = `${API_BASE_PATH}/memorial/public_memorials`

interface Answer {
  status: number
  retryAfter: string | null
  body: unknown
}

describeOnPostgres(() => {
  let postgres: Postgres
  let databaseUrl: string
  let dataDir: string
  let server: ServerProcess

  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'pomnim-outage-'))
    postgres = await startPostgres()
    databaseUrl = await postgres.makeDatabase()
    server = await startServerProcess({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, HOST: '127.0.0.1' })
  })
  afterAll(async () => {
    await server.kill()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  })

  async function get(url: string): Promise<Answer> {
    const response = await fetch(server.url.replace('localhost', '127.0.0.1') + url)
    return { status: response.status, retryAfter: response.headers.get('retry-after'), body: await response.json() }
  }

  /** Has every request wait in the middle of a query, as if it were under way for long. */
  async function holdAllQueries(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: databaseUrl })
    client.on('error', () => undefined)
    await client.connect()
    await client.query('begin; lock table memorials in access exclusive mode')
    return client
  }

  /** How many queries wait for a lock. */
  async function waiting(client: pg.Client): Promise<number> {
    const { rows } = await client.query<{ waiting: number }>(
      `select count(*)::int as waiting from pg_locks where not granted`,
    )
    return rows[0]?.waiting ?? 0
  }

  const manyRequests = () => Promise.all(Array.from({ length: REQUESTS_AT_ONCE }, () => get(LIST)))

  function expectRefusal({ status, retryAfter, body }: Answer): void {
    expect(status).toBe(503)
    expect(Number(retryAfter)).toBeGreaterThan(0)
    expect(body).toEqual({ detail: expect.stringMatching(/^Сервис временно недоступен/) as string })
  }

  it('survives a restart of its database under load, says 503 meanwhile and is well again after it', async () => {
    const holder = await holdAllQueries()
    const underWay = manyRequests()
    await until(async () => (await waiting(holder)) > 1)

    await postgres.goAway()

    // The lock goes with its holder, so that a query that waited for it may still get its rows, for all who asked for the same.
    const interrupted = (await underWay).filter(({ status }) => status !== 200)
    interrupted.forEach(expectRefusal)
    ;(await manyRequests()).forEach(expectRefusal)
    expect(await get('/readyz')).toMatchObject({ status: 503, body: { status: 'not ready' } })
    expect(await get('/healthz')).toMatchObject({ status: 200 })

    await postgres.comeBack()
    await until(async () => (await get('/readyz')).status === 200)
    expect((await manyRequests()).map(({ status }) => status)).toEqual(Array(REQUESTS_AT_ONCE).fill(200))
  })

  it('tells whether it is ready without waiting for the lock that requests wait for', async () => {
    const holder = await holdAllQueries()
    const asked = async () => {
      const from = performance.now()
      const { status } = await get('/readyz')
      return { status, isInTime: performance.now() - from < READY_WITHIN_MS }
    }
    const page = (id: number) => get(`${API_BASE_PATH}/memorial/${id}`)
    const few = [page(1), page(2)]
    await until(async () => (await waiting(holder)) >= few.length)
    expect(await asked()).toEqual({ status: 200, isInTime: true })

    // More than there are connections: nothing can be served, which is told as soon.
    const many = Promise.all(Array.from({ length: REQUESTS_AT_ONCE }, (_, index) => page(index + 3)))
    await until(async () => !(await asked().then(({ status, isInTime }) => status === 200 && isInTime)))
    expect(await asked()).toEqual({ status: 503, isInTime: true })
    await holder.query('rollback')
    await holder.end()
    await Promise.all([...few, many])
    await until(async () => (await get('/readyz')).status === 200)
  })

  it('tells the log of an outage once a second at most, and never as of a bug', async () => {
    const linesBefore = linesOf(server.output()).length
    const said = () => linesOf(server.output()).slice(linesBefore)
    const ofRequests = () => said().filter(({ msg }) => msg === 'database unavailable')
    const answers: Answer[] = []
    await postgres.goAway()
    const startedAt = Date.now()
    // The outage before this one may have been told of less than a second ago.
    while (ofRequests().length < 2) answers.push(...(await manyRequests()))
    const seconds = Math.ceil((Date.now() - startedAt) / 1000)
    await postgres.comeBack()

    answers.forEach(expectRefusal)
    expect(ofRequests().length).toBeLessThanOrEqual(seconds + 1)
    expect(ofRequests()[0]).toMatchObject({ method: 'GET', route: LIST, reqId: expect.any(String) as string })
    expect(said().filter(({ msg }) => msg === 'unexpected failure')).toEqual([])
  })
})

function linesOf(output: string): { msg?: string }[] {
  return output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { msg?: string })
}
