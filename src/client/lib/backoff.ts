/** The delays before each attempt. Half a minute in total: a lift, a tunnel, a restarting server. */
const PAUSES_MS = [500, 1000, 2000, 4000, 8000, 16_000]

/** The backoff of automatic retries. */
export interface Backoff {
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
