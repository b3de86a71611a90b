const PAUSE_MS = 1000

/**
 * Throttles a line that may come in thousands: logs the first at once, then one a second (or every `everyMs`), with the
 * number of those omitted since the last line.
 */
export function throttledLog(
  write: (details: object) => void,
  { everyMs = PAUSE_MS, now = () => performance.now() }: { everyMs?: number; now?: () => number } = {},
): (details: object) => void {
  let writtenAt = -Infinity
  let omitted = 0

  return (details) => {
    if (now() - writtenAt < everyMs) {
      omitted++
      return
    }
    write(omitted > 0 ? { ...details, omitted } : details)
    writtenAt = now()
    omitted = 0
  }
}
