import { AsyncLocalStorage } from 'node:async_hooks'

/** The request during which something happens. */
export interface RequestOrigin {
  id: string
  address: string
}

const origins = new AsyncLocalStorage<RequestOrigin>()

/** Runs `work` so that `currentOrigin` returns this request in it, and in everything asynchronous that it starts. */
export function duringRequest(origin: RequestOrigin, work: () => void): void {
  origins.run(origin, work)
}

/** Undefined outside of a request: in a job. */
export function currentOrigin(): RequestOrigin | undefined {
  return origins.getStore()
}
