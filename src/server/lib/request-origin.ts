import { AsyncLocalStorage } from 'node:async_hooks'

/** The request in whose course something happens. */
export interface RequestOrigin {
  id: string
  address: string
}

const origins = new AsyncLocalStorage<RequestOrigin>()

/** Does work of which `currentOrigin` shall know the request, through all that the work waits for. */
export function duringRequest(origin: RequestOrigin, work: () => void): void {
  origins.run(origin, work)
}

/** Undefined outside of a request: in a job. */
export function currentOrigin(): RequestOrigin | undefined {
  return origins.getStore()
}
