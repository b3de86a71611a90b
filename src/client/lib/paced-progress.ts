const LEAST_STEP_MS = 250

/** Throttles progress reports; the last one is always passed on. */
export function pacedProgress(totalBytes: number, report: (sentBytes: number) => void): (sentBytes: number) => void {
  let reportedAt = -Infinity

  return (sentBytes) => {
    const now = Date.now()
    if (sentBytes < totalBytes && now - reportedAt < LEAST_STEP_MS) return
    reportedAt = now
    report(sentBytes)
  }
}
