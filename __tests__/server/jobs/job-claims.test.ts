import { sql } from 'kysely'
import type { Installation } from '@server/admin/installation'
import { installationVerb } from '@server/admin/verbs'
import { createJobClaims, startJobs } from '@server/jobs/start-jobs'
import { countFailedJobs } from '@server/modules/operator/repository'
import { describeOnPostgres } from '@support/postgres'
import { sharedPostgres } from '@support/worker/shared-postgres'
import { startTestApp, type TestApp } from '@support/server-app'
import { until } from '@support/until'

const HOUR = 3600

function onEngine(start: () => Promise<TestApp>): void {
  let server: TestApp
  beforeAll(async () => {
    server = await start()
  })
  afterAll(() => server.close())
  beforeEach(() => createJobClaims(server).startAnew())

  const counted = (everySeconds = HOUR) => {
    const job = { name: 'count', everySeconds, runs: 0, run: () => Promise.resolve(job.runs++) }
    return job
  }

  it('is done by one of the processes that start at once, and by none again before its pause is over', async () => {
    const job = counted()
    const processes = Array.from({ length: 4 }, () => createJobClaims(server))
    const pauses = await Promise.all(processes.map((turns) => turns.run(job)))
    expect(job.runs).toBe(1)
    expect(pauses).toContain(HOUR)
    await createJobClaims(server).run(job)
    expect(job.runs).toBe(1)
    await sql`update job_runs set ended_at = now() - interval '1 hour'`.execute(server.db)
    await createJobClaims(server).run(job)
    expect(job.runs).toBe(2)
  })

  it('does not overlap with itself, however long it takes and wherever it runs', async () => {
    let end = () => {}
    const long = { name: 'long', everySeconds: 1, run: () => new Promise<void>((resolve) => (end = resolve)) }
    const running = createJobClaims(server).run(long)
    await until(
      async () => (await sql`select from job_runs where claimed_by is not null`.execute(server.db)).rows.length > 0,
    )
    const job = counted(1)
    expect(await createJobClaims(server).run({ ...job, name: 'long' })).toBe(1)
    expect(job.runs).toBe(0)
    end()
    await running
  })

  it('is taken over from a process that was killed, and once a clock that was ahead is right again', async () => {
    const job = counted()
    await sql`insert into job_runs (name, claimed_by, claimed_until) values ('count', 'killed', now() + interval '30 s')`.execute(
      server.db,
    )
    const pause = await createJobClaims(server).run(job)
    expect(job.runs).toBe(0)
    expect(pause).toBeLessThanOrEqual(30)
    await sql`update job_runs set claimed_until = now() - interval '1 s', ended_at = now() + interval '60 days'`.execute(
      server.db,
    )
    await createJobClaims(server).run(job)
    expect(job.runs).toBe(1)
  })

  it('is tried again after its pause when it fails, by whoever comes then', async () => {
    const failing = { name: 'count', everySeconds: HOUR, run: () => Promise.reject(new Error('away')) }
    await expect(createJobClaims(server).run(failing)).rejects.toThrow('away')
    const job = counted()
    await createJobClaims(server).run(job)
    expect(job.runs).toBe(0)
    await sql`update job_runs set ended_at = now() - interval '1 hour'`.execute(server.db)
    await createJobClaims(server).run(job)
    expect(job.runs).toBe(1)
  })

  const operator = (verb: string, ...args: string[]) =>
    installationVerb(verb)?.runOn({ db: server.db } as Installation, { args, options: {} })

  it('is shown to the operator as it ended or runs, and runs before its time when the operator wants it', async () => {
    let end = () => {}
    const long = { name: 'long', everySeconds: HOUR, run: () => new Promise<void>((resolve) => (end = resolve)) }
    const running = createJobClaims(server).run(long)
    const job = counted()
    await createJobClaims(server).run(job)
    const failing = { name: 'fails', everySeconds: HOUR, run: () => Promise.reject(new Error('away')) }
    await expect(createJobClaims(server).run(failing)).rejects.toThrow('away')
    expect((await operator('jobs list'))?.data).toEqual([
      { name: 'count', ended_at: expect.any(Date) as Date, has_failed: false, is_running: false, seconds: 0 },
      { name: 'fails', ended_at: expect.any(Date) as Date, has_failed: true, is_running: false, seconds: 0 },
      { name: 'long', ended_at: null, has_failed: false, is_running: true, seconds: 0 },
    ])

    expect(await countFailedJobs(server.db)).toBe(1)
    await sql`update job_runs set ended_at = now() - interval '3 days' where name = 'fails'`.execute(server.db)
    expect(await countFailedJobs(server.db)).toBe(0)

    expect((await operator('jobs run', 'count'))?.data).toEqual({ due: true })
    await createJobClaims(server).run(job)
    expect(job.runs).toBe(2)
    expect((await operator('jobs run', 'long'))?.data).toEqual({ due: false })
    await expect(operator('jobs run', 'lng')).rejects.toThrow("there is no job 'lng'")
    end()
    await running
    expect(await server.db.selectFrom('register').select('kind').execute()).toEqual([{ kind: 'job_run' }])
  })

  it.each([
    ['has run', () => Promise.resolve(HOUR)],
    ['has failed', () => Promise.reject(new Error('away'))],
  ])('that %s looks each minute whether the operator wants it, however long its pause is', async (_how, run) => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance'] })
    try {
      const wanted = { ...counted(), isShared: true }
      wanted.run = () => Promise.resolve(wanted.runs++)
      const asked = jest.fn(run)
      const stop = startJobs([wanted], { error: () => undefined }, { claims: { run: asked } })
      await jest.advanceTimersByTimeAsync(59_000)
      expect(asked).toHaveBeenCalledTimes(1)
      await jest.advanceTimersByTimeAsync(2000)
      expect(asked).toHaveBeenCalledTimes(2)
      await stop()
    } finally {
      jest.useRealTimers()
    }
  })

  it('takes turns only where one process does it for all', async () => {
    const [shared, own] = [
      { ...counted(), isShared: true },
      { ...counted(), name: 'own' },
    ]
    const jobs = [shared, own].map((job) => ({ ...job, run: () => Promise.resolve(job.runs++) }))
    const log = { error: () => undefined }
    const stops = [1, 2, 3].map(() => startJobs(jobs, log, { claims: createJobClaims(server) }))
    await until(() => own.runs === 3 && shared.runs > 0)
    await Promise.all(stops.map((stop) => stop()))
    expect(shared.runs).toBe(1)
  })
}

describe('a job, on the embedded database,', () => onEngine(() => startTestApp()))

describeOnPostgres(() => {
  describe('a job', () =>
    onEngine(async () => startTestApp({ DATABASE_URL: await (await sharedPostgres()).makeMigratedDatabase() })))
})
