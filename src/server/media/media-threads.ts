import path from 'node:path'
import { Piscina } from 'piscina'
import type { Recording } from './worker/inspect-recording'

/** A file that takes longer to look into is meant to. */
const PATIENCE_MS = 60_000
const IDLE_MS = 30_000
const THREADS_MAX = 2

/** Looks into files in threads of their own. */
export interface MediaThreads {
  /** What a local file holds; undefined when it is no recording that archives take. */
  inspectRecording(file: string): Promise<Recording | undefined>
  stop(): Promise<void>
}

export function startMediaThreads(workerFile = path.join(__dirname, 'media-worker.js')): MediaThreads {
  const threads = new Piscina({
    filename: workerFile,
    // Most of what is uploaded needs none, and a start has enough to do.
    minThreads: 0,
    maxThreads: THREADS_MAX,
    idleTimeout: IDLE_MS,
  })

  /** A thread that runs out of memory over a file, or does not come to an end with it, has not read it. */
  async function run<T>(name: string, task: unknown, unreadable: T): Promise<T> {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    try {
      return (await threads.run(task, { name, signal })) as T
    } catch (error) {
      if (signal.aborted || (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') return unreadable
      throw error
    }
  }

  return {
    inspectRecording: (file) => run<Recording | undefined>('inspectRecording', file, undefined),
    stop: () => threads.destroy(),
  }
}
