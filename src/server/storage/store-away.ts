import { saysNoRoom } from '../lib/no-room'

/** Network failures, and throttling by the store: matched against names, codes, or messages. */
const AWAY = new RegExp(
  [
    ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN'],
    ...['EAI_AGAIN', 'ERR_STREAM_PREMATURE_CLOSE', 'TimeoutError', 'RequestTimeout', 'SlowDown', 'socket hang up'],
  ].join('|'),
)
const FAILING_FROM = 500
const TOO_MANY_REQUESTS = 429

interface StoreFailure {
  code?: string
  name?: string
  message?: string
  /** For a host with several addresses. */
  errors?: unknown[]
  $metadata?: { httpStatusCode?: number }
}

/** The file store cannot be reached, does not respond in time, or fails. A temporary failure: answered with 503. */
export class StoreAway extends Error {
  /** The cause's code or name: ECONNREFUSED, TimeoutError. */
  readonly code: string | undefined

  constructor(cause: unknown) {
    const { code, name, message } = cause as StoreFailure
    super(message, { cause })
    this.code = code ?? name
  }
}

/** For `catch`: converts a failure that means "the store is unavailable" to a `StoreAway`; rethrows every other. */
export function throwAsStoreFailure(error: unknown): never {
  throw saysStoreIsAway(error) ? new StoreAway(error) : error
}

function saysStoreIsAway(error: unknown): boolean {
  if (error instanceof StoreAway || saysNoRoom(error)) return false
  const { code = '', name = '', message = '', errors = [], $metadata } = error as StoreFailure
  const status = $metadata?.httpStatusCode ?? 0
  if (status >= FAILING_FROM || status === TOO_MANY_REQUESTS) return true
  return AWAY.test(`${code} ${name} ${message}`) || errors.some(saysStoreIsAway)
}
