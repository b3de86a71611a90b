const PAUSE_MS = 1000

/**
 * For what comes in crowds: tells of the first at once, and then of one a second, with how many were left untold since
 * the last line.
 */
export function sparseLog(
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
