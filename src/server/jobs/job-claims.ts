import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/schema'
import type { Job, JobClaims } from './start-jobs'

/** Of a process that was killed, others take the job over after so long. */
const CLAIM_SECONDS = 60
const CLAIM_RENEWED_MS = (CLAIM_SECONDS / 3) * 1000

/**
 * Of several processes one does a job, and none before its pause since the last run is over, whichever process did it. The
 * claim is a row with an end, and no lock of a session: it needs no connection while the job runs. `db` must not be used up by
 * jobs, which a claim must not wait for.
 */
export function createJobClaims({ db }: { db: Db }): JobClaims & { startAnew(): Promise<void> } {
  const owner = randomUUID()

  /**
   * False while another process is at it, or has been at it a short while ago. A last run far in the future is a clock's
   * mistake; one that ended while this statement waited for its row is none.
   */
  async function claim({ name, everySeconds }: Job): Promise<boolean> {
    const { rows } = await sql`
      insert into job_runs as runs (name, claimed_by, claimed_until)
      values (${name}, ${owner}, now() + make_interval(secs => ${CLAIM_SECONDS}))
      on conflict (name) do update set claimed_by = excluded.claimed_by, claimed_until = excluded.claimed_until
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

  async function release(name: string): Promise<void> {
    await sql`update job_runs set claimed_by = null, claimed_until = null, ended_at = clock_timestamp()
      where name = ${name} and claimed_by = ${owner}`.execute(db)
  }

  /** When it is worth while to ask again. */
  async function secondsLeft({ name, everySeconds }: Job): Promise<number> {
    const { rows } = await sql<{ seconds: number }>`
      select ceil(extract(epoch from
        greatest(claimed_until, ended_at + make_interval(secs => ${everySeconds})) - now()))::integer as seconds
      from job_runs where name = ${name}`.execute(db)
    return Math.min(Math.max(rows[0]?.seconds ?? 1, 1), everySeconds)
  }

  return {
    /** Does the job when it is this process' turn. Returns the seconds after which to ask again. */
    async run(job: Job): Promise<number> {
      if (!(await claim(job))) return secondsLeft(job)
      const renewal = setInterval(() => void renew(job.name).catch(() => undefined), CLAIM_RENEWED_MS).unref()
      try {
        await job.run()
      } finally {
        clearInterval(renewal)
        // Else another process takes it over after a minute.
        await release(job.name).catch(() => undefined)
      }
      return job.everySeconds
    },

    /** For the only process of a database: what was claimed before it was killed, and its jobs run at each start. */
    async startAnew(): Promise<void> {
      await sql`delete from job_runs`.execute(db)
    },
  }
}
