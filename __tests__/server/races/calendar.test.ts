import { sql } from 'kysely'
import { connect, createPool } from '@server/db/connect'
import type { Db } from '@server/db/schema'
import { describeOnPostgres } from '@support/postgres'
import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner } from '@support/test-memorials'
import { until } from '@support/until'
import { sharedPostgres } from '@support/worker/shared-postgres'
import { lastTokenFor } from '../auth/person'

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

  async function untilWaiting(count: number): Promise<void> {
    await until(async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(other)
      return rows.length === count
    })
  }

  it('gives an account its calendar while its holder presses «это не я», and both succeed', async () => {
    const { token, user } = await anOwner(server)
    const calendar = { url: '/users/me/calendar', token }
    await server.api(calendar)
    await server.api({ method: 'PUT', url: '/users/me/heir', token, payload: { email: 'vnuk@example.org' } })
    const link = await lastTokenFor(server, user.email)

    // The row is just being deleted, so the request for the calendar waits with all locks that it takes before it.
    const holder = await other.startTransaction().execute()
    await holder.deleteFrom('calendars').where('user_id', '=', user.id).execute()
    const given = server.api(calendar)
    await untilWaiting(1)
    const undone = server.api({ method: 'POST', url: '/auth/not-me', payload: { token: link } })
    await untilWaiting(2)
    await holder.commit().execute()

    expect([(await given).statusCode, (await undone).statusCode]).toEqual([200, 204])
  })
})
