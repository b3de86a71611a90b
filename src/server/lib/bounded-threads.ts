import type { Transferable } from 'node:worker_threads'
import { Piscina } from 'piscina'

/** Idle threads end, which frees their memory. */
const IDLE_MS = 30_000

interface ThreadBounds {
  /** The entry module of a thread. It exports the tasks by name. */
  workerFile: string
  threads: number
  /** Tasks that one thread runs concurrently, for tasks that spend time waiting. */
  tasksOfThread?: number
  /** One thread stays alive when idle, because its start costs too much. It starts at once. */
  hasPermanentThread?: boolean
  /** Lower priority on a busy machine, as in `nice`. */
  niceness?: number
  /** The heap of a thread; file buffers are not counted. */
  heapMaxMb: number
  /** The time of a task, once it is submitted. */
  timeoutMs: number
}

/** Worker threads for untrusted input: a task that is too slow or too large ends its thread, and blocks no one else. */
interface BoundedThreads {
  /**
   * Undefined when the task ran out of memory or time. Tasks beyond the number of threads wait, and their timeout already
   * runs.
   */
  run<T>(name: string, task: unknown, transferred?: Transferable[]): Promise<T | undefined>
  stop(): Promise<void>
}

/** Threads start with the first task, except a permanent one. */
export function startBoundedThreads({
  workerFile,
  threads,
  tasksOfThread = 1,
  hasPermanentThread,
  niceness = 0,
  heapMaxMb,
  timeoutMs,
}: ThreadBounds): BoundedThreads {
  const pool = new Piscina({
    filename: workerFile,
    minThreads: hasPermanentThread ? 1 : 0,
    maxThreads: threads,
    concurrentTasksPerWorker: tasksOfThread,
    idleTimeout: IDLE_MS,
    niceIncrement: niceness,
    resourceLimits: { maxOldGenerationSizeMb: heapMaxMb },
  })

  return {
    async run<T>(name: string, task: unknown, transferred: Transferable[] = []) {
      const signal = AbortSignal.timeout(timeoutMs)
      try {
        return (await pool.run(task, { name, signal, transferList: transferred })) as T
      } catch (error) {
        if (signal.aborted || (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') return undefined
        throw error
      }
    },
    stop: () => pool.destroy(),
  }
}
