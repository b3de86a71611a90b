import type { Log } from '../lib/log'

/** Work that recurs while the server runs. */
export interface Job {
  name: string
  /** The pause between the end of one run and the start of the next. */
  everySeconds: number
  /** It destroys what is old enough, so it waits while the clock is in doubt. */
  destroys?: true
  /** Whether one process runs it for all. Others claim each item of their work, or have it to themselves. */
  isShared?: boolean
  run(): Promise<unknown>
}

/** A waiting job checks again after this at the latest. */
const LOOK_AGAIN_SECONDS = 60

/**
 * Decides whose turn a shared job is. `run` runs it if it is this process's, and returns the seconds after which to ask
 * again.
 */
export interface JobClaims {
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
  { mayDestroy = () => true, claims }: { mayDestroy?: () => boolean; claims?: JobClaims | undefined } = {},
): () => Promise<void> {
  const timers = new Map<Job, NodeJS.Timeout>()
  const underWay = new Map<Job, Promise<void>>()
  let stopped = false

  async function run(job: Job): Promise<void> {
    let pauseSeconds = job.everySeconds
    try {
      if (job.destroys && !mayDestroy()) pauseSeconds = Math.min(job.everySeconds, LOOK_AGAIN_SECONDS)
      else if (claims && job.isShared) pauseSeconds = await claims.run(job)
      else await job.run()
    } catch (error) {
      log.error({ err: error, job: job.name }, 'job failed')
    }
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
