/** Runs `work` in the trace context that was current when this was made. */
type InTraceContext = <T>(work: () => T) => T

const asItIs: InTraceContext = (work) => work()
let partOf: () => InTraceContext = () => asItIs

/**
 * For work in a queue that several requests share: remembers which request the work belongs to, no matter which one runs
 * it. Without tracing there is nothing to remember.
 */
export function bindTraceContext(): InTraceContext {
  return partOf()
}

export function setTraceContextBinder(by: () => InTraceContext): void {
  partOf = by
}
