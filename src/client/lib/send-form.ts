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

export interface FormAnswer {
  status: number
  text: string
}

/** Why there was no response. */
export class NoAnswer extends Error {
  constructor(readonly reason: 'network' | 'timeout' | 'abort') {
    super(reason)
    this.name = 'NoAnswer'
  }
}

/** Sends a form by XMLHttpRequest. Resolves for any HTTP status; rejects with `NoAnswer` when there was no response. */
export function sendForm(form: OutgoingForm): Promise<FormAnswer> {
  const request = new XMLHttpRequest()
  let clock: ReturnType<typeof setTimeout> | undefined

  return new Promise<FormAnswer>((resolve, reject) => {
    const giveUp = (reason: NoAnswer['reason']) => {
      reject(new NoAnswer(reason))
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
    request.onerror = () => reject(new NoAnswer('network'))
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
