const LOOK_EVERY_MS = 15_000
/**
 * Of the processor. Health checks, jobs that find nothing to do, and whoever reads /metrics go on at rest. What V8 collects by
 * itself a while after work takes less than a second of all its threads, and is no work either.
 */
const SHARE_AT_REST_MAX = 0.1
/** Answers that are kept for a minute are gone by then. */
const LOOKS_AT_REST = 6
/** Of the processor: after so much of it there is something to collect. */
const WORK_MIN_MS = 2000

/**
 * Collects garbage once when this process has come to rest after work. V8 itself looks for what is not needed any more only
 * while memory is asked for: what the last minutes of work left would stay for as long as nobody comes. Returns what ends this.
 */
export function collectAtRest(collectGarbage: () => void, processorMs: () => number = processorMsOfThis): () => void {
  let seen = processorMs()
  let looksAtRest = 0
  /** Starting was work too. */
  let workSinceCollected = WORK_MIN_MS
  const timer = setInterval(() => {
    const now = processorMs()
    const used = now - seen
    seen = now
    if (used > LOOK_EVERY_MS * SHARE_AT_REST_MAX) {
      looksAtRest = 0
      workSinceCollected += used
    } else looksAtRest++
    if (looksAtRest < LOOKS_AT_REST || workSinceCollected < WORK_MIN_MS) return
    workSinceCollected = 0
    collectGarbage()
  }, LOOK_EVERY_MS).unref()
  return () => clearInterval(timer)
}

/** Of all its threads. */
function processorMsOfThis(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
