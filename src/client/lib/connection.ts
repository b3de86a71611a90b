/**
 * Whether the server is out of reach. A browser knows only its own network interface; the source of responses says
 * more, since the service worker falls back to offline copies when the network fails.
 */
let isLost = false
const listeners = new Set<() => void>()

/** A header of responses from offline copies: when they were stored (ISO 8601, UTC). */
export const SAVED_AT_HEADER = 'x-kept-at'

/** Call it with each response: whether it came from the server. */
export function recordResponseSource(isFromServer: boolean): void {
  if (isLost === !isFromServer) return
  isLost = !isFromServer
  for (const listener of listeners) listener()
}

export function hasConnection(): boolean {
  return navigator.onLine && !isLost
}

/** The user asked to save data, so nothing is downloaded without a request. */
export function isSavingData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}

/** Calls back when the connection may have changed. Returns the unsubscribe function. */
export function onConnectionChange(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
