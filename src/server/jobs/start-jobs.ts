import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { Db } from '../db/schema'
import type { Log } from '../lib/log'

/** Work that recurs while the server runs. */
export interface Job {
  name: string
  /** The pause between the end of one run and the start of the next. */
  everySeconds: number
  /** It destroys what is old enough, so it waits while the clock is in doubt, and while nobody could save it. */
  destroys?: true
  /** Whether one process runs it for all. Others claim each item of their work, or have it to themselves. */
  isShared?: boolean
  run(): Promise<unknown>
}

/** A waiting job checks again after this at the latest: the clock may be right again, or the operator wants it at once. */
const LOOK_AGAIN_SECONDS = 60

/**
 * Decides whose turn a shared job is. `run` runs it if it is this process's, and returns the seconds after which to ask
 * again.
 */
interface JobClaims {
  run(job: Job): Promise<number>
}

/**
 * Runs each job at once, and again after each pause; a shared one when it is this process's turn. A job never overlaps with
 * itself, and a failed job runs again after its pause. The returned function stops all jobs, and resolves when the running
 * ones have ended.
 */
export function startJobs(
  jobs: Job[],
  log: Pick<Log, 'error'>,
  {
    mayDestroy = () => true,
    claims,
  }: { mayDestroy?: () => boolean | Promise<boolean>; claims?: JobClaims | undefined } = {},
): () => Promise<void> {
  const timers = new Map<Job, NodeJS.Timeout>()
  const underWay = new Map<Job, Promise<void>>()
  let stopped = false

  async function run(job: Job): Promise<void> {
    let pauseSeconds = job.everySeconds
    try {
      if (job.destroys && !(await mayDestroy())) pauseSeconds = Math.min(job.everySeconds, LOOK_AGAIN_SECONDS)
      else if (claims && job.isShared) pauseSeconds = await claims.run(job)
      else await job.run()
    } catch (error) {
      log.error({ err: error, job: job.name }, 'job failed')
    }
    // Also after a failure: that is when the operator wants it.
    if (claims && job.isShared) pauseSeconds = Math.min(pauseSeconds, LOOK_AGAIN_SECONDS)
    if (!stopped) timers.set(job, setTimeout(() => start(job), pauseSeconds * 1000).unref())
  }

  function start(job: Job): void {
    underWay.set(job, run(job))
  }

  jobs.forEach(start)
  return async () => {
    stopped = true
    for (const timer of timers.values()) clearTimeout(timer)
    await Promise.all(underWay.values())
  }
}

/** After this long, other processes take over the job of one that was killed. */
const CLAIM_SECONDS = 60
const CLAIM_RENEWED_MS = (CLAIM_SECONDS / 3) * 1000

/**
 * Of several processes one runs a job, and none before the pause since the last run is over, whichever process ran it. The
 * claim is a row with an expiry, not a session lock: it needs no connection while the job runs. Jobs must not be able to
 * exhaust the connections of `db`, since a claim must not wait for them.
 */
export function createJobClaims({ db }: { db: Db }): JobClaims & { startAnew(): Promise<void> } {
  const owner = randomUUID()

  /**
   * False while another process runs it, or has run it recently. A last run far in the future is a clock error; one that
   * ended while this statement waited for its row is not.
   */
  async function claim({ name, everySeconds }: Job): Promise<boolean> {
    const { rows } = await sql`
      insert into job_runs as runs (name, claimed_by, claimed_until, began_at)
      values (${name}, ${owner}, now() + make_interval(secs => ${CLAIM_SECONDS}), now())
      on conflict (name) do update
        set claimed_by = excluded.claimed_by, claimed_until = excluded.claimed_until, began_at = excluded.began_at
        where (runs.claimed_until is null or runs.claimed_until < now())
          and (runs.ended_at is null or runs.ended_at > now() + interval '1 minute'
            or runs.ended_at <= now() - make_interval(secs => ${everySeconds}))
      returning name`.execute(db)
    return rows.length > 0
  }

  async function renew(name: string): Promise<void> {
    await sql`update job_runs set claimed_until = now() + make_interval(secs => ${CLAIM_SECONDS})
      where name = ${name} and claimed_by = ${owner}`.execute(db)
  }

  async function release(name: string, hasFailed: boolean): Promise<void> {
    await sql`
      update job_runs
      set claimed_by = null, claimed_until = null, ended_at = clock_timestamp(), has_failed = ${hasFailed}
      where name = ${name} and claimed_by = ${owner}`.execute(db)
  }

  /** Seconds until another attempt is worthwhile. */
  async function secondsLeft({ name, everySeconds }: Job): Promise<number> {
    const { rows } = await sql<{ seconds: number }>`
      select ceil(extract(epoch from
        greatest(claimed_until, ended_at + make_interval(secs => ${everySeconds})) - now()))::integer as seconds
      from job_runs where name = ${name}`.execute(db)
    return Math.min(Math.max(rows[0]?.seconds ?? 1, 1), everySeconds)
  }

  return {
    /** Runs the job when it is this process's turn. Returns the seconds after which to ask again. */
    async run(job: Job): Promise<number> {
      if (!(await claim(job))) return secondsLeft(job)
      const renewal = setInterval(() => void renew(job.name).catch(() => undefined), CLAIM_RENEWED_MS).unref()
      let hasFailed = true
      try {
        await job.run()
        hasFailed = false
      } finally {
        clearInterval(renewal)
        // If this fails, another process takes it over after a minute.
        await release(job.name, hasFailed).catch(() => undefined)
      }
      return job.everySeconds
    },

    /** For the only process of a database: drops the claims of a killed process, and makes its jobs run at each start. */
    async startAnew(): Promise<void> {
      await sql`delete from job_runs`.execute(db)
    },
  }
}
