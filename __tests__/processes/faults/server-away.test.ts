import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type DatabaseLine, layDatabaseLine } from '@support/database-line'
import { describeOnPostgres, type Postgres, startPostgres } from '@support/postgres'
import { describeBehindEachProxy } from '@support/proxies'
import { freePort, type ServerProcess, startServerProcess } from '@support/server-process'
import { until } from '@support/until'

const TIMEOUT_MS = 120_000
/** Whoever waits longer takes the site for gone. */
const AT_ONCE_MS = 3000
/** A proxy may wait so long for a server that starts again. */
const FOR_A_RESTART_MS = 8000
const LIST = '/api/v1/memorial/public_memorials'

describeOnPostgres(() => {
  let postgres: Postgres
  let line: DatabaseLine
  let folder: string
  let server: ServerProcess
  let serverPort: number
  let asked = 0

  const start = () =>
    startServerProcess({
      DATA_DIR: folder,
      DATABASE_URL: line.url,
      HOST: '127.0.0.1',
      PORT: String(serverPort),
      TRUST_PROXY: '1',
    })

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'pomnim-away-'))
    serverPort = await freePort()
    postgres = await startPostgres()
    line = await layDatabaseLine(await postgres.makeDatabase())
    server = await start()
  }, TIMEOUT_MS)
  afterAll(async () => {
    await server.kill()
    line.remove()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }, TIMEOUT_MS)

  describeBehindEachProxy((startProxy) => {
    let url: string
    let proxy: Awaited<ReturnType<typeof startProxy>>

    beforeAll(async () => {
      const port = await freePort()
      url = `http://127.0.0.1:${port}`
      proxy = await startProxy(port, serverPort)
    }, TIMEOUT_MS)
    afterAll(() => proxy.stop(), TIMEOUT_MS)

    async function get(path: string, withinMs: number) {
      const response = await fetch(url + path, { signal: AbortSignal.timeout(withinMs) })
      const { status, headers } = response
      return {
        status,
        retryAfter: headers.get('retry-after'),
        type: headers.get('content-type'),
        text: await response.text(),
      }
    }
    /** A list that nobody has asked for: none that was kept answers. */
    const newList = (withinMs: number) => get(`${LIST}?offset=${++asked}`, withinMs)

    it(
      'says at once that the database is away, and is well again after it',
      async () => {
        expect((await newList(AT_ONCE_MS)).status).toBe(200)
        line.cut()
        try {
          // As long as a proxy needs to notice what it should not mind.
          const end = Date.now() + 5000
          while (Date.now() < end) {
            const { status, text } = await newList(AT_ONCE_MS)
            expect([status, JSON.parse(text)]).toEqual([
              503,
              { detail: expect.stringMatching(/^Сервис временно/) as string },
            ])
          }
        } finally {
          line.mend()
        }
        await until(async () => (await newList(AT_ONCE_MS)).status === 200)
      },
      TIMEOUT_MS,
    )

    it(
      'shows a page of ours while the server is away, and tells programs so in their own way',
      async () => {
        await server.kill()
        const page = await get('/memorials', FOR_A_RESTART_MS)
        expect(page).toMatchObject({
          status: 503,
          retryAfter: '10',
          type: expect.stringMatching(/^text\/html/) as string,
          text: expect.stringContaining('<h1>Сайт скоро вернётся</h1>') as string,
        })
        const answer = await get(LIST, FOR_A_RESTART_MS)
        expect(answer).toMatchObject({ status: 503, retryAfter: '10', type: 'application/json; charset=utf-8' })
        expect(JSON.parse(answer.text)).toEqual({ detail: expect.stringMatching(/^Сайт сейчас не отвечает/) as string })

        server = await start()
        await until(async () => (await get(LIST, FOR_A_RESTART_MS)).status === 200)
      },
      TIMEOUT_MS,
    )
  })
})
