const LOOK_EVERY_MS = 15_000
/**
 * Share of processor time. Health checks, jobs that find nothing to do, and readers of /metrics go on at rest. V8's own
 * collection a while after work takes less than a second of all its threads, and does not count as work either.
 */
const SHARE_AT_REST_MAX = 0.1
/** By then, responses that are cached for a minute have expired. */
const LOOKS_AT_REST = 6
/** Processor time after which there is something to collect. */
const WORK_MIN_MS = 2000

/**
 * Collects garbage once when this process comes to rest after work. V8 itself collects only while memory is allocated: the
 * garbage of the last minutes of work would stay until the next request. Returns a function that stops this.
 */
export function collectAtRest(collectGarbage: () => void, processorMs: () => number = processorMsOfThis): () => void {
  let seen = processorMs()
  let looksAtRest = 0
  /** The start was work too. */
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

/** Over all threads. */
function processorMsOfThis(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
