import path from 'node:path'
import { Piscina } from 'piscina'
import { tooMany, unavailable } from '../lib/api-error'
import { createGate, refuseWhenFull } from '../lib/gate'
import { createSenderGates } from './sender'
import type { Recording } from './worker/inspect-recording'

/** Only a file made to be slow takes longer. */
const TIMEOUT_MS = 60_000
const IDLE_MS = 30_000
const THREADS_MAX = 2
/** A gigabyte takes some seconds. Each waiting recording takes space on the disk. */
const RECORDINGS_WAITING_MAX = 50
/** A thread's heap, without the bytes of a file. A film of three hours at 60 frames a second needs half of it. */
const HEAP_MAX_MB = 256
const TOO_MANY_RECORDINGS = 'Сейчас обрабатывается слишком много записей. Пожалуйста, попробуйте немного позже.'
const TOO_MANY_OF_YOURS = 'Ваши предыдущие записи ещё обрабатываются. Пожалуйста, подождите немного.'
const RETRY_AFTER_SECONDS = 30

/** Inspects recordings in worker threads. */
export interface MediaThreads {
  /**
   * Removes the metadata from a local file, in place, and returns what kind of recording it is; undefined when archives do
   * not accept it. Throws the 503 answer when the queue is full, and 429 when this sender's queue is.
   */
  cleanRecording(file: string, sender?: string): Promise<Recording | undefined>
  /** What kind of recording a stored file is, without a change to it; undefined when it cannot be read. */
  inspectRecording(file: string): Promise<Recording | undefined>
  stop(): Promise<void>
}

export function startMediaThreads(workerFile = path.join(__dirname, 'media-worker.js')): MediaThreads {
  const threads = new Piscina({
    filename: workerFile,
    // Started on demand: most uploads are pictures and need no thread.
    minThreads: 0,
    maxThreads: THREADS_MAX,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MAX_MB },
  })
  // Behind the gate a thread is always free, so the timeout does not include time in a queue.
  const throughGate = createGate(THREADS_MAX, RECORDINGS_WAITING_MAX)
  const throughOwnGate = createSenderGates()

  /** Returns `unreadable` when the thread runs out of memory over a file, or out of time. */
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
    inspectRecording: (file) => throughGate(() => run<Recording | undefined>('inspectStored', file, undefined)),
    stop: () => threads.destroy(),
  }
}
