import { Piscina } from 'piscina'

/** Idle threads end, and with them their memory. */
const IDLE_MS = 30_000

export interface ThreadBounds {
  /** The entry of a thread. It exports the tasks by their names. */
  workerFile: string
  threads: number
  /** Of a thread's heap; the bytes of files are not counted. */
  heapMaxMb: number
  /** Of a task, once it runs. */
  timeoutMs: number
}

/** Worker threads for files that somebody sent: one made to be slow or large ends its thread, and nothing else. */
export interface BoundedThreads {
  /** Undefined when the task ran out of memory or time. More tasks at once than there are threads wait, and their time runs. */
  run<T>(name: string, task: unknown): Promise<T | undefined>
  stop(): Promise<void>
}

/** Threads are started when the first task comes. */
export function startBoundedThreads({ workerFile, threads, heapMaxMb, timeoutMs }: ThreadBounds): BoundedThreads {
  const pool = new Piscina({
    filename: workerFile,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: heapMaxMb },
  })

  return {
    async run<T>(name: string, task: unknown) {
      const signal = AbortSignal.timeout(timeoutMs)
      try {
        return (await pool.run(task, { name, signal })) as T
      } catch (error) {
        if (signal.aborted || (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') return undefined
        throw error
      }
    },
    stop: () => pool.destroy(),
  }
}
