import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

/** The request during which something happens. */
interface RequestOrigin {
  id: string
  address: string
  /** For a request that writes: the account whose rows it will lock, as far as known. */
  writesFor?: number | undefined
  isWriting: boolean
}

const READING = ['GET', 'HEAD']

const origins = new AsyncLocalStorage<RequestOrigin>()

/** Runs `work` so that `currentOrigin` returns this request in it, and in everything asynchronous that it starts. */
export function duringRequest(origin: RequestOrigin, work: () => void): void {
  origins.run(origin, work)
}

export function originOf(request: {
  id: string
  ip: string
  method: string
  account: { id: number } | undefined
}): RequestOrigin {
  const { id, ip: address, method, account } = request
  return { id, address, isWriting: !READING.includes(method), writesFor: account?.id }
}

/** Undefined outside of a request: in a job. */
export function currentOrigin(): RequestOrigin | undefined {
  return origins.getStore()
}

/** The current request is about a page of this account, so it waits for the rows of the owner. */
export function recordOwner(accountId: number): void {
  const origin = origins.getStore()
  if (origin) origin.writesFor = accountId
}

/** The account whose rows the current request locks; undefined where it only reads, or for no account. */
export function accountWaitedFor(): number | undefined {
  const origin = origins.getStore()
  return origin?.isWriting ? origin.writesFor : undefined
}

/** Runs work that a request starts on behalf of all, and that none of the request's limits may hold up. */
export function outsideRequests<T>(work: () => T): T {
  return origins.run(undefined as never, work)
}

const ofProcess = randomBytes(9).toString('base64url')
let count = 0

/**
 * An id that is unique across processes, to find the lines of a request in the log. Fresh random bytes each time, as in a
 * UUID, would take as long as the rest of the line about a cached response.
 */
export function nextRequestId(): string {
  return `${ofProcess}-${(++count).toString(36)}`
}
