/** Runs `work` as a part of what was going on when this was made. */
type AsPart = <T>(work: () => T) => T

const asItIs: AsPart = (work) => work()
let partOf: () => AsPart = () => asItIs

/**
 * For work that waits in a queue which several requests share, and is begun by whoever comes to it: remembers whose it is.
 * Unless somebody follows requests through the server, nothing has to be remembered.
 */
export function asPartOfThis(): AsPart {
  return partOf()
}

export function followWork(by: () => AsPart): void {
  partOf = by
}
