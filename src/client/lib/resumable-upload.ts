import type { DetailedError } from 'tus-js-client'
import { UPLOAD_PART_BYTES } from '@contract/limits'

/** A form to send, with progress reports, which fetch does not support. */
export interface OutgoingForm {
  /** Absolute, or relative to the page. */
  url: string
  method: string
  headers: Record<string, string>
  body: XMLHttpRequestBodyInit
  /** The request fails when nothing was sent or received for this long. */
  timeoutMs: number
  /** Cancels the request. */
  signal: AbortSignal
  /** Receives the number of bytes sent, including the form around the file. */
  onProgress: (sentBytes: number) => void
}

export interface FormResponse {
  status: number
  text: string
}

/** Why there was no response. */
export class NoResponse extends Error {
  constructor(readonly reason: 'network' | 'timeout' | 'abort') {
    super(reason)
    this.name = 'NoResponse'
  }
}

/** Sends a form by XMLHttpRequest. Resolves for any HTTP status; rejects with `NoResponse` when there was no response. */
export function sendForm(form: OutgoingForm): Promise<FormResponse> {
  const request = new XMLHttpRequest()
  let clock: ReturnType<typeof setTimeout> | undefined

  return new Promise<FormResponse>((resolve, reject) => {
    const giveUp = (reason: NoResponse['reason']) => {
      reject(new NoResponse(reason))
      request.abort()
    }
    const startClock = () => {
      clearTimeout(clock)
      clock = setTimeout(() => giveUp('timeout'), form.timeoutMs)
    }
    const abort = () => giveUp('abort')

    request.upload.addEventListener('progress', ({ loaded }) => {
      startClock()
      form.onProgress(loaded)
    })
    request.onload = () => resolve({ status: request.status, text: request.responseText })
    request.onerror = () => reject(new NoResponse('network'))
    request.onloadend = () => {
      clearTimeout(clock)
      form.signal.removeEventListener('abort', abort)
    }

    if (form.signal.aborted) {
      abort()
      return
    }
    form.signal.addEventListener('abort', abort)
    request.open(form.method, form.url)
    for (const [name, value] of Object.entries(form.headers)) request.setRequestHeader(name, value)
    startClock()
    request.send(form.body)
  })
}

/** The timeout without network activity. A slow network shows activity each time its buffer empties. */
const SILENCE_MS = 120_000
const NOT_FOUND_STATUSES = [404, 410]
/**
 * A retry may succeed: the offset is out of date, the sender was too slow, or another request still holds the upload.
 */
const PASSING_STATUSES = [408, 409, 423]
const FULL_STATUS = 507
const FAILING_FROM = 500

/** A file for a resumable upload, by the tus protocol. */
export interface OutgoingFile {
  file: File
  /** The endpoint for new uploads. Absolute. */
  url: string
  headers: Record<string, string>
  /** The size of a chunk, if others than those of large files fit better. */
  partBytes?: number
  /** Sent to the server before the first chunk. */
  metadata: Record<string, string>
  /** Stops the upload. What was sent stays on the server until it is discarded. */
  signal: AbortSignal
  onProgress: (sentBytes: number) => void
  /** The connection broke; a retry follows. */
  onInterrupted: () => void
}

/** An error response of the server. */
export class Refused extends Error {
  constructor(readonly response: FormResponse) {
    super(`Refused with ${response.status}`)
    this.name = 'Refused'
  }
}

/** The upload URL of each file, for as long as the page is open. */
const resumable = new WeakMap<File, string>()

/** The upload URL of a file; undefined when there is no upload. */
export function uploadUrlOf(file: File): string | undefined {
  return resumable.get(file)
}

/** The next upload of this file starts from zero. */
export function forgetParts(file: File): void {
  resumable.delete(file)
}

/**
 * Sends what the server does not yet have of a file, and resolves to the upload's id once it is complete. Interruptions
 * are retried for a while; then it rejects with `NoResponse` or `Refused`, and the next call resumes where it stopped.
 */
export async function sendInParts(outgoing: OutgoingFile): Promise<string> {
  const { file, signal, onInterrupted } = outgoing
  const backoff = createBackoff(signal)
  for (;;) {
    try {
      return await attempt(outgoing, backoff)
    } catch (failure) {
      // The upload was idle for too long and has expired. Start from zero.
      const isGone = failure instanceof Refused && NOT_FOUND_STATUSES.includes(failure.response.status)
      const wasThere = isGone && resumable.delete(file)
      if (signal.aborted || !(wasThere || mayPass(failure))) throw failure
      onInterrupted()
      if (!(await backoff.wait())) throw failure
    }
  }
}

async function attempt(
  { file, url, headers, metadata, signal, onProgress, partBytes = UPLOAD_PART_BYTES }: OutgoingFile,
  backoff: Backoff,
) {
  const { Upload } = await import('tus-js-client')
  const uploadUrl = resumable.get(file) ?? null
  let clock: ReturnType<typeof setTimeout> | undefined
  let abort = () => {}
  try {
    return await new Promise<string>((resolve, reject) => {
      const giveUp = (reason: NoResponse['reason']) => {
        void upload.abort()
        reject(new NoResponse(reason))
      }
      const startClock = () => {
        clearTimeout(clock)
        clock = setTimeout(() => giveUp('timeout'), SILENCE_MS)
      }
      const upload = new Upload(file, {
        // An existing upload is only resumed, never replaced: the server may only be restarting.
        endpoint: uploadUrl === null ? url : null,
        uploadUrl,
        headers,
        metadata,
        chunkSize: partBytes,
        retryDelays: null,
        storeFingerprintForResuming: false,
        onUploadUrlAvailable: () => upload.url !== null && resumable.set(file, upload.url),
        onProgress: (sentBytes) => {
          startClock()
          onProgress(sentBytes)
        },
        onChunkComplete: () => backoff.reset(),
        onSuccess: () => resolve(idOf(upload.url)),
        onError: (error) => reject(asFailure(error)),
      })
      abort = () => giveUp('abort')
      signal.addEventListener('abort', abort)
      if (signal.aborted) {
        abort()
        return
      }
      startClock()
      upload.start()
    })
  } finally {
    clearTimeout(clock)
    signal.removeEventListener('abort', abort)
  }
}

/** The last segment of the upload URL. */
function idOf(url: string | null): string {
  return new URL(url ?? '').pathname.split('/').at(-1) ?? ''
}

function asFailure(error: Error | DetailedError): Error {
  const response = 'originalResponse' in error ? error.originalResponse : null
  if (response) return new Refused({ status: response.getStatus(), text: response.getBody() })
  return new NoResponse('network')
}

function mayPass(failure: unknown): boolean {
  if (failure instanceof NoResponse) return failure.reason !== 'abort'
  if (!(failure instanceof Refused)) return false
  const { status } = failure.response
  return PASSING_STATUSES.includes(status) || (status >= FAILING_FROM && status !== FULL_STATUS)
}

/** The delays before each attempt. Half a minute in total: a lift, a tunnel, a restarting server. */
const PAUSES_MS = [500, 1000, 2000, 4000, 8000, 16_000]

/** The backoff of automatic retries. */
interface Backoff {
  /**
   * Resolves when it is time for the next attempt: to false when the attempts are exhausted, or the signal is aborted.
   */
  wait(): Promise<boolean>
  /** Resets the backoff after progress. */
  reset(): void
}

/** Waits longer each time. While the device is offline it waits for the network, however long that takes. */
export function createBackoff(signal: AbortSignal): Backoff {
  let attempt = 0
  return {
    reset: () => void (attempt = 0),
    async wait() {
      if (signal.aborted) return false
      if (navigator.onLine) {
        const pauseMs = PAUSES_MS[attempt++]
        if (pauseMs === undefined) return false
        await untilOnline(signal, pauseMs)
      } else {
        await untilOnline(signal)
      }
      return !signal.aborted
    },
  }
}

/** Resolves when the network returns, after the delay if there is one, and on abort. */
function untilOnline(signal: AbortSignal, pauseMs?: number): Promise<void> {
  return new Promise((resolve) => {
    const clock = pauseMs === undefined ? undefined : setTimeout(end, pauseMs)
    window.addEventListener('online', end)
    signal.addEventListener('abort', end)

    function end(): void {
      clearTimeout(clock)
      window.removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
  })
}

const LEAST_STEP_MS = 250

/** Throttles progress reports; the last one is always passed on. */
export function pacedProgress(totalBytes: number, report: (sentBytes: number) => void): (sentBytes: number) => void {
  let reportedAt = -Infinity

  return (sentBytes) => {
    const now = Date.now()
    if (sentBytes < totalBytes && now - reportedAt < LEAST_STEP_MS) return
    reportedAt = now
    report(sentBytes)
  }
}
