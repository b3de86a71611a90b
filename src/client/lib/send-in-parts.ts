import type { DetailedError } from 'tus-js-client'
import { UPLOAD_PART_BYTES } from '@contract/limits'
import { createPatience, type Patience } from './patience'
import { type FormAnswer, NoAnswer } from './send-form'

/** Without a sign of the network. A slow one gives a sign each time its buffer empties. */
const SILENCE_MS = 120_000
const NOT_FOUND_STATUSES = [404, 410]
/** Another attempt may succeed: what came meanwhile is in doubt, the sender was too slow, or another still holds the upload. */
const PASSING_STATUSES = [408, 409, 423]
const FULL_STATUS = 507
const FAILING_FROM = 500

/** A file to send in parts, by the tus protocol. */
export interface OutgoingFile {
  file: File
  /** Where uploads begin. Absolute. */
  url: string
  headers: Record<string, string>
  /** What the server is to know before the first part. */
  metadata: Record<string, string>
  /** Ends the sending. What was sent stays with the server until it is discarded. */
  signal: AbortSignal
  onProgress: (sentBytes: number) => void
  /** The connection broke; it will be tried again. */
  onInterrupted: () => void
}

/** The server's refusal. */
export class Refused extends Error {
  constructor(readonly answer: FormAnswer) {
    super(`Refused with ${answer.status}`)
    this.name = 'Refused'
  }
}

/** Where the server keeps what came of a file, for as long as the page is open. */
const begun = new WeakMap<File, string>()

/** The address of what the server has of a file; undefined when it has nothing. */
export function addressOfParts(file: File): string | undefined {
  return begun.get(file)
}

/** What comes next of this file begins anew. */
export function forgetParts(file: File): void {
  begun.delete(file)
}

/**
 * Sends what the server does not have of a file, and resolves to the upload's id once it has all. What breaks off goes on
 * by itself for a while; then it rejects with `NoAnswer` or `Refused`, and the next call goes on from where it stopped.
 */
export async function sendInParts(outgoing: OutgoingFile): Promise<string> {
  const { file, signal, onInterrupted } = outgoing
  const patience = createPatience(signal)
  for (;;) {
    try {
      return await attempt(outgoing, patience)
    } catch (failure) {
      // It was left alone for too long. From the beginning, then.
      const isGone = failure instanceof Refused && NOT_FOUND_STATUSES.includes(failure.answer.status)
      const wasThere = isGone && begun.delete(file)
      if (signal.aborted || !(wasThere || mayPass(failure))) throw failure
      onInterrupted()
      if (!(await patience.wait())) throw failure
    }
  }
}

async function attempt({ file, url, headers, metadata, signal, onProgress }: OutgoingFile, patience: Patience) {
  const { Upload } = await import('tus-js-client')
  const uploadUrl = begun.get(file) ?? null
  let clock: ReturnType<typeof setTimeout> | undefined
  let takeBack = () => {}
  try {
    return await new Promise<string>((resolve, reject) => {
      const giveUp = (reason: NoAnswer['reason']) => {
        void upload.abort()
        reject(new NoAnswer(reason))
      }
      const startClock = () => {
        clearTimeout(clock)
        clock = setTimeout(() => giveUp('timeout'), SILENCE_MS)
      }
      const upload = new Upload(file, {
        // Where there is something to go on from, nothing else is begun: the server may only be restarting.
        endpoint: uploadUrl === null ? url : null,
        uploadUrl,
        headers,
        metadata,
        chunkSize: UPLOAD_PART_BYTES,
        retryDelays: null,
        storeFingerprintForResuming: false,
        onUploadUrlAvailable: () => upload.url !== null && begun.set(file, upload.url),
        onProgress: (sentBytes) => {
          startClock()
          onProgress(sentBytes)
        },
        onChunkComplete: () => patience.renew(),
        onSuccess: () => resolve(idOf(upload.url)),
        onError: (error) => reject(asFailure(error)),
      })
      takeBack = () => giveUp('abort')
      signal.addEventListener('abort', takeBack)
      if (signal.aborted) {
        takeBack()
        return
      }
      startClock()
      upload.start()
    })
  } finally {
    clearTimeout(clock)
    signal.removeEventListener('abort', takeBack)
  }
}

/** The last step of an upload's address. */
function idOf(url: string | null): string {
  return new URL(url ?? '').pathname.split('/').at(-1) ?? ''
}

function asFailure(error: Error | DetailedError): Error {
  const response = 'originalResponse' in error ? error.originalResponse : null
  if (response) return new Refused({ status: response.getStatus(), text: response.getBody() })
  return new NoAnswer('network')
}

function mayPass(failure: unknown): boolean {
  if (failure instanceof NoAnswer) return failure.reason !== 'abort'
  if (!(failure instanceof Refused)) return false
  const { status } = failure.answer
  return PASSING_STATUSES.includes(status) || (status >= FAILING_FROM && status !== FULL_STATUS)
}
