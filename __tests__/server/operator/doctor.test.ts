import { sql } from 'kysely'
import type { AskRows } from '@server/admin/verbs/check'
import { workOf } from '@server/admin/verbs/doctor'
import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({}, { ownDatabase: true })
})
afterAll(() => server.close())

const here: AskRows = ({ runOn }) => runOn({ db: server.db }, { args: [], options: {} })
/** The result comes as JSON from a running server. */
const ofRunningServer: AskRows = async (verb) => JSON.parse(JSON.stringify(await here(verb))) as ReturnType<AskRows>

const letter = { recipient: 'vera@example.org', subject: '', body_text: '', body_html: '', kind: 'access' } as const
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

describe.each([
  ['of this process', here],
  ['of a running server', ofRunningServer],
])('by the rows %s', (_whose, ask) => {
  beforeEach(async () => {
    await sql`delete from job_runs`.execute(server.db)
    await server.db.deleteFrom('letters').execute()
  })

  it('finds nothing to do while work gets done', async () => {
    await sql`insert into job_runs (name, ended_at) values ('count', now())`.execute(server.db)
    await server.db
      .insertInto('letters')
      .values([letter, { ...letter, due_at: minutesAgo(14), attempts: 3 }])
      .execute()
    expect(await workOf(ask)).toEqual([
      { what: 'jobs', state: 'good', says: 'none has failed' },
      { what: 'unsent letters', state: 'good', says: 'none is late' },
      { what: 'stored files', state: 'good', says: 'none is damaged' },
    ])
  })

  it('names jobs that failed, not those of a former release', async () => {
    await sql`insert into job_runs (name, ended_at, has_failed) values
      ('days', now() - interval '1 day', true), ('former', now() - interval '3 days', true), ('count', now(), false)`.execute(
      server.db,
    )
    expect(await workOf(ask)).toContainEqual({
      what: 'jobs',
      state: 'warning',
      says: 'failed when they last ran: days',
    })
  })

  it('counts files that are damaged', async () => {
    const { id } = await aStoredMemorial(server, (await anOwner(server)).token)
    const damaged = { id: 'damaged', memorial_id: id, fault: 'changed', fault_since: minutesAgo(1) } as const
    await server.db.insertInto('media').values(damaged).execute()
    expect(await workOf(ask)).toContainEqual({ what: 'stored files', state: 'bad', says: '1 are damaged' })
    await server.db.deleteFrom('media').where('id', '=', damaged.id).execute()
  })

  it('counts letters that do not leave', async () => {
    await server.db
      .insertInto('letters')
      .values([letter, { ...letter, due_at: minutesAgo(16) }, { ...letter, attempts: 20 }])
      .execute()
    expect(await workOf(ask)).toContainEqual({
      what: 'unsent letters',
      state: 'warning',
      says: 'of the oldest 3, 1 were given up and 1 are late',
    })
  })
})
