import { sql } from 'kysely'
import { deleteOldChanges } from '@server/db/change-log'
import { startTestApp, type TestApp } from '@support/server-app'
import { until } from '@support/until'

let server: TestApp

beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const READER = '00000000-0000-4000-8000-000000000000'

const log = (id: number, age: string) =>
  sql`insert into changes (kind, memorial_id, at) values ('memorial', ${id}, now() - ${age}::interval)`.execute(
    server.db,
  )

/** Whether no transaction is open that began before the last change was logged. */
async function isLogOver(): Promise<boolean> {
  const { rows } = await sql<{ is_over: boolean }>`
    select bool_and(xid < pg_snapshot_xmin(pg_current_snapshot())) as is_over from changes`.execute(server.db)
  return rows[0]?.is_over ?? false
}

async function left(): Promise<unknown[]> {
  await deleteOldChanges(server.db)
  const rows = await server.db.selectFrom('changes').select('memorial_id').orderBy('id').execute()
  return rows.map(({ memorial_id }) => memorial_id)
}

it('changes leave the log after an hour, but not before every process has applied them', async () => {
  await log(1, '2 hours')
  // Transactions of other databases of the same PostgreSQL hold back what a snapshot calls over.
  await until(isLogOver)
  await sql`insert into change_readers (id, pid, position) values (${READER}, 0, pg_current_snapshot())`.execute(
    server.db,
  )
  await log(2, '2 hours')
  await log(3, '1 minute')
  // On PostgreSQL the process of this test tells of its own position every two seconds.
  await until(async () => JSON.stringify(await left()) === '[2,3]')

  await sql`update change_readers set at = now() - interval '2 hours' where id = ${READER}`.execute(server.db)
  await until(async () => JSON.stringify(await left()) === '[3]')
})

it('changes that came with the dump of another server leave it at once', async () => {
  await sql`insert into changes (kind, memorial_id, xid) values ('memorial', 4, '1000000000')`.execute(server.db)
  expect(await left()).not.toContain(4)
})
