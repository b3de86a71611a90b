import { sql } from 'kysely'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { connect, createPool } from '@server/db/connect'
import { DatabaseAway } from '@server/db/errors'
import { openDatabase, type OpenDatabase } from '@server/db/open-database'
import { startJobs } from '@server/jobs/start-jobs'
import { createPostman } from '@server/mail/postman'
import { enqueueLetter } from '@server/mail/queue'
import { type DatabaseLine, layDatabaseLine } from '@support/database-line'
import { aLog } from '@support/recorded-log'
import { describeOnPostgres } from '@support/postgres'
import { sharedPostgres, type SharedPostgres } from '@support/worker/shared-postgres'
import { startTestApp, type TestApp } from '@support/server-app'
import { until } from '@support/until'
import { LETTERS } from '../../server/mail/waiting-letter'

const REQUESTS_AT_ONCE = 20
const REQUEST_QUERY_MS = 8_000
const JOB_EVERY_SECONDS = 0.05

describeOnPostgres(() => {
  let postgres: SharedPostgres

  beforeAll(async () => {
    postgres = await sharedPostgres()
  })

  describe('when the line to the database falls silent', () => {
    let line: DatabaseLine
    let server: TestApp

    beforeEach(async () => {
      line = await layDatabaseLine(await postgres.makeMigratedDatabase())
      server = await startTestApp({ DATABASE_URL: line.url }, { log: aLog().log })
    })
    afterEach(async () => {
      line.remove()
      await server.close()
    })

    const get = async (url: string) => (await server.app.inject({ url })).statusCode
    let asked = 0
    /** Each for another list: none is answered by what was kept before the silence. */
    const manyRequests = () =>
      Promise.all(
        Array.from({ length: REQUESTS_AT_ONCE }, () => get(`/api/v1/memorial/public_memorials?offset=${++asked}`)),
      )

    it('answers 503, holds on to no dead connection, and is well again after it', async () => {
      expect(await manyRequests()).toEqual(Array(REQUESTS_AT_ONCE).fill(200))
      line.fallSilent()

      expect(await manyRequests()).toEqual(Array(REQUESTS_AT_ONCE).fill(503))
      expect(await get('/readyz')).toBe(503)
      expect(await get('/healthz')).toBe(200)

      line.mend()
      await until(async () => (await get('/readyz')) === 200)
      expect(await manyRequests()).toEqual(Array(REQUESTS_AT_ONCE).fill(200))
      // The connection that hears of changes asks for a sign of life every few seconds.
      await until(async () => line.silentConnections() === 0)
    })

    it('asks over no other connection that fell silent, once one of them has told', async () => {
      await manyRequests()
      line.fallSilent()
      line.mend()

      // Of several connections that nobody uses, this finds out about one.
      expect(await get(`/api/v1/memorial/public_memorials?offset=${++asked}`)).toBe(503)
      // Over a silent connection a request ends with 503.
      expect(await manyRequests()).toEqual(Array(REQUESTS_AT_ONCE).fill(200))
    })

    it('leaves no row locked by a change that was cut in the middle', async () => {
      const { user } = await server.signUp()
      const change = (tx: OpenDatabase['db']) =>
        tx.updateTable('users').set({ max_memorials: 7 }).where('id', '=', user.id).execute()
      await expect(
        server.db.transaction().execute(async (tx) => {
          await change(tx)
          line.fallSilent()
          await change(tx)
        }),
      ).rejects.toThrow('did not answer')

      line.mend()
      await change(server.db)
    })

    it('keeps jobs and the postman going', async () => {
      const delivered: string[] = []
      const transport = { send: async ({ recipient }: { recipient: string }) => void delivered.push(recipient) }
      const failures: string[] = []
      const log = { error: (_details: object, message: string) => void failures.push(message) }
      const postman = createPostman({ db: server.db, transport, log })
      let runs = 0
      const count = async () => {
        await sql`select 1`.execute(server.db)
        runs++
      }
      await enqueueLetter(server.db, 'rodnye@example.org', LETTERS.passwordChanged())
      line.fallSilent()
      const stopJobs = startJobs([{ name: 'count', everySeconds: JOB_EVERY_SECONDS, run: count }], log)
      postman.wake()
      await until(() => ['job failed', 'letters could not be delivered'].every((failure) => failures.includes(failure)))
      expect([runs, delivered]).toEqual([0, []])

      line.mend()
      await until(() => runs > 0)
      await postman.deliverDue()
      await stopJobs()
      expect(delivered).toEqual(['rodnye@example.org'])
    })
  })

  it('says that all connections are in use where that is it, and not that the database does not answer', async () => {
    const connectionString = await postgres.makeMigratedDatabase()
    const db = connect(createPool({ connectionString, max: 1, connectionTimeoutMillis: 2000 }))
    const refused = await db
      .connection()
      .execute(async () => sql`select 1`.execute(db).catch((error: unknown) => error))
    await db.destroy()
    expect(refused).toBeInstanceOf(DatabaseAway)
    expect(refused).toMatchObject({ message: 'all 1 connections were in use for 2000 ms' })
  })

  it('gives up a query of a request that takes too long, and lets work in the background take its time', async () => {
    const databaseUrl = await postgres.makeMigratedDatabase()
    const database = await openDatabase({ databaseUrl, dataDir: path.join(tmpdir(), 'unused') }, () => undefined)
    const takeLong = (db: OpenDatabase['db']) =>
      sql<{ done: string }>`select pg_sleep(${REQUEST_QUERY_MS / 1000 + 1}), 'done' as done`.execute(db)
    const [request, background] = await Promise.allSettled([takeLong(database.db), takeLong(database.backgroundDb)])
    await database.close()

    expect(request).toMatchObject({ status: 'rejected', reason: { name: 'Error', code: '57014' } })
    expect(background).toMatchObject({ status: 'fulfilled', value: { rows: [{ done: 'done' }] } })
  })
})
