/** All places at a gate are taken, the waiting ones too: nothing of the work was begun. */
export class GateFullError extends Error {}

/** Runs `work` once there is a place for it. Rejects with `GateFullError` when too many wait already. */
export type ThroughGate = <T>(work: () => Promise<T>) => Promise<T>

/** Lets so many pass at once and so many wait behind them; who comes when all places are taken is turned away. */
export function createGate(mostInside: number, mostWaiting: number): ThroughGate {
  const waiting: (() => void)[] = []
  let inside = 0

  async function enter(): Promise<void> {
    if (inside < mostInside) {
      inside += 1
      return
    }
    if (waiting.length >= mostWaiting) throw new GateFullError(`${inside} are inside, ${waiting.length} wait`)
    await new Promise<void>((resolve) => waiting.push(resolve))
  }

  function leave(): void {
    const next = waiting.shift()
    // Whoever waited longest takes the place over.
    if (next) next()
    else inside -= 1
  }

  return async function throughGate(work) {
    await enter()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
