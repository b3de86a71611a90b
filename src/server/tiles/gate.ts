/** Lets so many pass at once and so many wait behind them; who comes when all places are taken is turned away. */
export function createGate(mostInside: number, mostWaiting: number) {
  const waiting: (() => void)[] = []
  let inside = 0

  async function enter(): Promise<void> {
    if (inside < mostInside) {
      inside += 1
      return
    }
    if (waiting.length >= mostWaiting) throw new Error('Too many wait at the gate')
    await new Promise<void>((resolve) => waiting.push(resolve))
  }

  function leave(): void {
    const next = waiting.shift()
    // Whoever waited longest takes the place over.
    if (next) next()
    else inside -= 1
  }

  return async function throughGate<T>(work: () => Promise<T>): Promise<T> {
    await enter()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
