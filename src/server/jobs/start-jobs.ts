import type { Log } from '../lib/log'

/** Work that is done again and again while the server runs. */
export interface Job {
  name: string
  /** The pause between the end of one run and the start of the next. */
  everySeconds: number
  run(): Promise<unknown>
}

/**
 * Runs each job now and then again after each pause; a job never overlaps with itself, and one that fails is tried
 * again in its turn. The function returned stops them all, and resolves when those under way have ended.
 */
export function startJobs(jobs: Job[], log: Pick<Log, 'error'>): () => Promise<void> {
  const timers = new Map<Job, NodeJS.Timeout>()
  const underWay = new Map<Job, Promise<void>>()
  let stopped = false

  async function run(job: Job): Promise<void> {
    try {
      await job.run()
    } catch (error) {
      log.error({ err: error, job: job.name }, 'job failed')
    }
    if (!stopped) timers.set(job, setTimeout(() => start(job), job.everySeconds * 1000).unref())
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
