import { CONSENT_VERSION } from '@contract/consent'
import { sql } from 'kysely'
import { connect, createPool } from '@server/db/connect'
import type { Db } from '@server/db/schema'
import { aNewAddress } from '@support/access-requests'
import { memorialForm } from '@support/memorial-form'
import { describeOnPostgres } from '@support/postgres'
import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'
import { until } from '@support/until'
import { sharedPostgres } from '@support/worker/shared-postgres'

/** More than there are connections. */
const AT_ONCE = 40
/** Less than a pool waits for a connection. */
const READ_WITHIN_MS = 2000

describeOnPostgres(() => {
  let server: TestApp
  /** Of another program: it may hold a lock for as long as it likes. */
  let other: Db

  beforeAll(async () => {
    const databaseUrl = await (await sharedPostgres()).makeMigratedDatabase()
    server = await startTestApp({ DATABASE_URL: databaseUrl })
    other = connect(createPool({ connectionString: databaseUrl }))
  })
  afterAll(async () => {
    await other.destroy()
    await server.close()
  })

  /** Sends all while a transaction holds the row of the account, and reads as others do meanwhile. */
  async function whileLocked(userId: number, send: () => ReturnType<TestApp['api']>): Promise<number[]> {
    const { token } = await anOwner(server)
    const others = await Promise.all(Array.from({ length: 5 }, () => aStoredMemorial(server, token)))
    const holder = await other.startTransaction().execute()
    await sql`select from users where id = ${userId} for update`.execute(holder)
    const sent = Array.from({ length: AT_ONCE }, send)
    try {
      await until(async () => (await waitingForLocks()) >= 1)

      for (const { id } of others) {
        const start = performance.now()
        const read = await server.api({ url: `/memorial/${id}`, token })
        expect(read.statusCode).toBe(200)
        expect(performance.now() - start).toBeLessThan(READ_WITHIN_MS)
      }
      expect(await waitingForLocks()).toBeLessThanOrEqual(2)
    } finally {
      await holder.rollback().execute()
    }
    return (await Promise.all(sent)).map(({ statusCode }) => statusCode)
  }

  async function waitingForLocks(): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      other,
    )
    return rows[0]?.count ?? 0
  }

  it(`lets others read while one account makes ${AT_ONCE} pages at once, and makes them all`, async () => {
    const { token, user } = await anOwner(server)
    const statuses = await whileLocked(user.id, () =>
      server.api({ method: 'POST', url: '/memorial/create', token, payload: memorialForm() }),
    )
    expect(statuses).toEqual(new Array(AT_ONCE).fill(201))
  })

  it(`lets others read while ${AT_ONCE} strangers leave words at a page of one account`, async () => {
    const { token, user } = await anOwner(server)
    const { id } = await aStoredMemorial(server, token)
    let words = 0
    const statuses = await whileLocked(user.id, () =>
      server.api({
        method: 'POST',
        url: '/memories/create',
        remoteAddress: aNewAddress(),
        payload: {
          memorials_id: id,
          description: 'Помним.',
          author: 'Сосед',
          author_email: `sosed-${++words}@example.org`,
          consent_version: CONSENT_VERSION,
        },
      }),
    )
    expect(new Set(statuses)).toEqual(new Set([201]))
  })
})
