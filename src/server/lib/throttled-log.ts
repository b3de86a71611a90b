const PAUSE_MS = 1000

/**
 * Throttles a kind of line that may come in thousands: logs the first at once, then one a second, with the number of
 * those left out since the last line.
 */
export function throttledLog(
  tell: (details: object) => void,
  now: () => number = () => performance.now(),
): (details: object) => void {
  let toldAt = -Infinity
  let untold = 0

  return (details) => {
    if (now() - toldAt < PAUSE_MS) {
      untold++
      return
    }
    tell(untold > 0 ? { ...details, untold } : details)
    toldAt = now()
    untold = 0
  }
}
