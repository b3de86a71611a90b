import type { Transferable } from 'node:worker_threads'
import { Piscina } from 'piscina'

/** Idle threads end, and with them their memory. */
const IDLE_MS = 30_000

export interface ThreadBounds {
  /** The entry of a thread. It exports the tasks by their names. */
  workerFile: string
  threads: number
  /** So many tasks of a thread run side by side, where each waits for something else now and then. */
  tasksOfThread?: number
  /** One stays, however long nothing comes: its start costs too much. It is begun at once. */
  hasPermanentThread?: boolean
  /** Other threads come first on a machine whose processors are busy: how much later it runs, as `nice` says it. */
  niceness?: number
  /** Of a thread's heap; the bytes of files are not counted. */
  heapMaxMb: number
  /** Of a task, once it runs. */
  timeoutMs: number
}

/** Worker threads for what others made or asked for: what is slow or large ends its thread, and holds nobody else up. */
export interface BoundedThreads {
  /** Undefined when the task ran out of memory or time. More tasks at once than there are threads wait, and their time runs. */
  run<T>(name: string, task: unknown, transferred?: Transferable[]): Promise<T | undefined>
  stop(): Promise<void>
}

/** Threads are started when the first task comes, unless one is kept. */
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
