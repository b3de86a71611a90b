import { createClockWatch } from '@server/db/clock-watch'
import { installationVerb } from '@server/admin/verbs'
import { startJobs } from '@server/jobs/start-jobs'
import { standingJobs } from '@server/jobs/jobs'
import { startTestApp, type TestApp } from '@support/server-app'
import { until } from '@support/until'

const DAY_MS = 24 * 3600 * 1000

let server: TestApp
let ahead: number
let lines: string[]

beforeEach(async () => {
  server = await startTestApp()
  ahead = 0
  lines = []
})
afterEach(() => server.close())

/** Of a process that starts now, or `ahead` milliseconds later. */
const watch = () =>
  createClockWatch({
    db: server.db,
    log: { warn: (_details, message) => lines.push(message), info: (_details, message) => lines.push(message) },
    now: () => Date.now() + ahead,
  })

it('destroys nothing after a start with a clock that is 60 days ahead, and goes on once the clock is right again', async () => {
  await watch().look()
  const clock = watch()
  expect(clock.mayDestroy()).toBe(false)

  ahead = 60 * DAY_MS
  await clock.look()
  expect(clock.mayDestroy()).toBe(false)
  expect(() => clock.refuseLeap()).toThrow('pomnim clock accept')
  expect(lines).toEqual([expect.stringContaining('pomnim clock accept')])

  ahead = 0
  await clock.look()
  expect(clock.mayDestroy()).toBe(true)
  expect(() => clock.refuseLeap()).not.toThrow()
})

it('goes on after two weeks without a server once the operator has accepted the time', async () => {
  const { db } = server
  await db
    .insertInto('last_seen_time')
    .values({ seen_at: new Date(Date.now() - 14 * DAY_MS) })
    .execute()
  const clock = watch()
  await clock.look()
  expect(clock.mayDestroy()).toBe(false)

  const accept = installationVerb('clock accept')
  await accept?.runOn({ db } as Parameters<typeof accept.runOn>[0], { args: [], options: {} })

  await clock.look()
  expect(clock.mayDestroy()).toBe(true)
  expect(await db.selectFrom('register').select('kind').execute()).toEqual([{ kind: 'clock_accepted' }])
})

it('notes the time while it runs, so that a night without a server is no leap', async () => {
  const clock = watch()
  await clock.look()
  ahead = 0.9 * DAY_MS
  await clock.look()
  ahead = 1.8 * DAY_MS
  await clock.look()
  expect(clock.mayDestroy()).toBe(true)
})

it.each([() => false, () => Promise.resolve(false)])('does other work meanwhile: %s', async (mayDestroy) => {
  const done: string[] = []
  const job = (name: string, destroys?: true) => ({
    name,
    everySeconds: 3600,
    run: async () => done.push(name),
    ...(destroys && { destroys }),
  })
  const stop = startJobs([job('destroy', true), job('write')], { error: () => undefined }, { mayDestroy })
  await until(() => done.length > 0)
  await stop()
  expect(done).toEqual(['write'])
})

it('holds back every job that destroys by age', () => {
  const jobs = standingJobs({
    ...server,
    temporaryFolder: '',
    securityLog: { record: () => undefined },
    log: { warn: () => undefined },
  })
  const others = jobs.flatMap(({ name, destroys }) => (destroys ? [] : [name]))
  expect(others.filter((name) => /destroy|clear|forget|delete|end |unverified/.test(name))).toEqual([
    // Of pages that are no more, whatever the time is.
    'destroy reports of no page',
  ])
})
