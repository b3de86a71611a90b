/**
 * Whether the server can be reached. A browser knows only of its own radio: what answers come from tells more, since the
 * service worker takes them from the device when the network gives nothing.
 */
let isLost = false
const listeners = new Set<() => void>()

/** Called with each answer: whether the server gave it. */
export function noteAnswerFromServer(isFromServer: boolean): void {
  if (isLost === !isFromServer) return
  isLost = !isFromServer
  for (const listener of listeners) listener()
}

export function hasConnection(): boolean {
  return navigator.onLine && !isLost
}

/** Whoever asks for few bytes gets only what they asked for. */
export function isSavingData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}

/** Calls back when the connection may have come or gone. Returns what ends it. */
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
