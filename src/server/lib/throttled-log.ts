const PAUSE_MS = 1000

/**
 * Throttles a kind of line that may come in thousands: logs the first at once, then one a second, with the number of
 * those left out since the last line.
 */
export function throttledLog(
  write: (details: object) => void,
  now: () => number = () => performance.now(),
): (details: object) => void {
  let writtenAt = -Infinity
  let omitted = 0

  return (details) => {
    if (now() - writtenAt < PAUSE_MS) {
      omitted++
      return
    }
    write(omitted > 0 ? { ...details, omitted } : details)
    writtenAt = now()
    omitted = 0
  }
}
