/** Until the next attempt. Half a minute in all: a lift, a tunnel, a server that is restarted. */
const PAUSES_MS = [500, 1000, 2000, 4000, 8000, 16_000]

/** How long something that broke off is tried again by itself. */
export interface Patience {
  /** Resolves when it is time for the next attempt: to false when there were enough of them, or nobody waits any more. */
  wait(): Promise<boolean>
  /** It went on: what breaks off now is another break. */
  renew(): void
}

/** Waits longer each time. While the device knows that it has no network it waits for that, however long it takes. */
export function createPatience(signal: AbortSignal): Patience {
  let attempt = 0
  return {
    renew: () => void (attempt = 0),
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

/** Resolves when the network comes back, after a pause where there is one, and when nobody waits any more. */
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
