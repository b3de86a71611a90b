import type { Log } from '../lib/log'

/** Work that is repeated while the server runs. */
export interface Job {
  name: string
  /** The pause between the end of one run and the start of the next. */
  everySeconds: number
  /** It destroys what is old enough: it waits while nobody knows whether the time is right. */
  destroys?: true
  run(): Promise<unknown>
}

/** A job that waits looks again after that at the latest. */
const LOOK_AGAIN_SECONDS = 60

/**
 * Runs each job at once, and again after each pause. A job never overlaps with itself, and a failed job runs again after
 * its pause. The returned function stops all jobs, and resolves when the running ones have ended.
 */
export function startJobs(
  jobs: Job[],
  log: Pick<Log, 'error'>,
  { mayDestroy = () => true }: { mayDestroy?: () => boolean } = {},
): () => Promise<void> {
  const timers = new Map<Job, NodeJS.Timeout>()
  const underWay = new Map<Job, Promise<void>>()
  let stopped = false

  async function run(job: Job): Promise<void> {
    const isHeld = job.destroys === true && !mayDestroy()
    try {
      if (!isHeld) await job.run()
    } catch (error) {
      log.error({ err: error, job: job.name }, 'job failed')
    }
    const seconds = isHeld ? Math.min(job.everySeconds, LOOK_AGAIN_SECONDS) : job.everySeconds
    if (!stopped) timers.set(job, setTimeout(() => start(job), seconds * 1000).unref())
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
