/** Runs `work` as a part of what was going on when this was made. */
type InTraceContext = <T>(work: () => T) => T

const asItIs: InTraceContext = (work) => work()
let partOf: () => InTraceContext = () => asItIs

/**
 * For work that waits in a queue which several requests share, and is begun by whoever comes to it: remembers whose it is.
 * Unless somebody follows requests through the server, nothing has to be remembered.
 */
export function bindTraceContext(): InTraceContext {
  return partOf()
}

export function setTraceContextBinder(by: () => InTraceContext): void {
  partOf = by
}
