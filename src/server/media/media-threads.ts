import path from 'node:path'
import { tooMany, unavailable } from '../lib/api-error'
import { startBoundedThreads } from '../lib/bounded-threads'
import { createSemaphore, refuseWhenFull } from '../lib/semaphore'
import type { PlateContents } from './plates/draw-plate'
import { createSenderQueues } from './sender'
import type { ProblemOfRecording } from './worker/containers/container-file'
import type { Recording } from './worker/inspect-recording'

/** Only a file crafted to be slow takes longer. */
const TIMEOUT_MS = 60_000
const RECORDINGS_AT_ONCE = 2
/** One plate is drawn at once. */
const THREADS_MAX = RECORDINGS_AT_ONCE + 1
/** A gigabyte takes some seconds. Each queued recording takes disk space. */
const RECORDINGS_WAITING_MAX = 50
/** A thread's heap, not counting the file's bytes. A film of three hours at 60 frames a second needs half. */
const HEAP_MAX_MB = 256
const TOO_MANY_RECORDINGS = 'Сейчас обрабатывается слишком много записей. Пожалуйста, попробуйте немного позже.'
const TOO_MANY_OF_YOURS = 'Ваши предыдущие записи ещё обрабатываются. Пожалуйста, подождите немного.'
const NOT_DRAWN = 'Не удалось подготовить табличку. Пожалуйста, попробуйте ещё раз немного позже.'
const RETRY_AFTER_SECONDS = 30

/** Inspects recordings and draws plates in worker threads. */
export interface MediaThreads {
  /**
   * Strips the metadata from a local file, in place, and returns what kind of recording it is; undefined when archives
   * do not accept it, a problem where it is known why no program plays it. Throws the 503 error when the queue is full, and 429 when this sender's queue is full.
   */
  cleanRecording(file: string, sender?: string): Promise<Recording | ProblemOfRecording | undefined>
  /** What kind of recording a stored file is, without changing it; undefined when it cannot be read. */
  inspectRecording(file: string): Promise<Recording | undefined>
  /** The file of a plate. Throws the 503 error when it cannot be drawn now. The caller has a queue of its own. */
  drawPlate(plate: PlateContents): Promise<Buffer>
  stop(): Promise<void>
}

export function startMediaThreads(workerFile = path.join(__dirname, 'media-worker.js')): MediaThreads {
  // Started on demand: most uploads are pictures and need no thread.
  const threads = startBoundedThreads({
    workerFile,
    threads: THREADS_MAX,
    heapMaxMb: HEAP_MAX_MB,
    timeoutMs: TIMEOUT_MS,
  })
  // The gate guarantees a free thread, so the timeout does not include time in a queue.
  const runLimited = createSemaphore(RECORDINGS_AT_ONCE, RECORDINGS_WAITING_MAX)
  const runLimitedPerSender = createSenderQueues()

  return {
    cleanRecording(file, sender) {
      const look = () => threads.run<Recording | ProblemOfRecording | undefined>('cleanRecording', file)
      return runLimitedPerSender(sender, () =>
        runLimited(look, { sender }).catch(refuseWhenFull(unavailable(TOO_MANY_RECORDINGS, RETRY_AFTER_SECONDS))),
      ).catch(refuseWhenFull(tooMany(TOO_MANY_OF_YOURS, RETRY_AFTER_SECONDS)))
    },
    inspectRecording: (file) => runLimited(() => threads.run<Recording | undefined>('inspectStored', file)),
    async drawPlate(plate) {
      const drawn = await threads.run<Uint8Array>('drawPlate', plate)
      if (!drawn) throw unavailable(NOT_DRAWN, RETRY_AFTER_SECONDS)
      return Buffer.from(drawn.buffer, drawn.byteOffset, drawn.byteLength)
    },
    stop: () => threads.stop(),
  }
}
