import path from 'node:path'
import { Piscina } from 'piscina'
import { tooMany, unavailable } from '../lib/api-error'
import { createGate, refuseWhenFull } from '../lib/gate'
import { createSenderGates } from './sender'
import type { Recording } from './worker/inspect-recording'

/** A file that takes longer to look into is meant to. */
const TIMEOUT_MS = 60_000
const IDLE_MS = 30_000
const THREADS_MAX = 2
/** A gigabyte takes some seconds. Each recording that waits lies on the disk. */
const RECORDINGS_WAITING_MAX = 50
/** What a thread may hold beside the bytes of a file: a film of three hours at 60 pictures a second takes half of it. */
const HEAP_MOST_MB = 256
const TOO_MANY_RECORDINGS = 'Сейчас обрабатывается слишком много записей. Пожалуйста, попробуйте немного позже.'
const TOO_MANY_OF_YOURS = 'Ваши предыдущие записи ещё обрабатываются. Пожалуйста, подождите немного.'
const RETRY_AFTER_SECONDS = 30

/** Looks into files in threads of their own. */
export interface MediaThreads {
  /**
   * Takes all that is neither picture nor sound out of a local file, where it lies, and tells what it holds; undefined
   * when it is no recording that archives take. Throws the 503 answer when too many wait, and 429 when too many of this
   * sender do.
   */
  cleanRecording(file: string, sender?: string): Promise<Recording | undefined>
  stop(): Promise<void>
}

export function startMediaThreads(workerFile = path.join(__dirname, 'media-worker.js')): MediaThreads {
  const threads = new Piscina({
    filename: workerFile,
    // Most of what is uploaded needs none, and a start has enough to do.
    minThreads: 0,
    maxThreads: THREADS_MAX,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MOST_MB },
  })
  // Whoever has passed finds a thread free: the deadline counts from there, and not from the queue.
  const throughGate = createGate(THREADS_MAX, RECORDINGS_WAITING_MAX)
  const throughOwnGate = createSenderGates()

  /** A thread that runs out of memory over a file, or does not come to an end with it, has not read it. */
  async function run<T>(name: string, task: unknown, unreadable: T): Promise<T> {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    try {
      return (await threads.run(task, { name, signal })) as T
    } catch (error) {
      if (signal.aborted || (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') return unreadable
      throw error
    }
  }

  return {
    cleanRecording(file, sender) {
      const look = () => run<Recording | undefined>('cleanRecording', file, undefined)
      return throughOwnGate(sender, () =>
        throughGate(look).catch(refuseWhenFull(unavailable(TOO_MANY_RECORDINGS, RETRY_AFTER_SECONDS))),
      ).catch(refuseWhenFull(tooMany(TOO_MANY_OF_YOURS, RETRY_AFTER_SECONDS)))
    },
    stop: () => threads.destroy(),
  }
}
