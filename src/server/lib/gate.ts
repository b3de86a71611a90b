import type { ApiError } from './api-error'

/** All places at a gate are taken, the waiting ones too: nothing of the work was begun. */
export class GateFullError extends Error {}

/** For `catch`: who finds all places taken gets this refusal. */
export function refuseWhenFull(refusal: ApiError): (error: unknown) => never {
  return (error) => {
    throw error instanceof GateFullError ? refusal : error
  }
}

/**
 * Runs `work` once there is a place for it, or so many `places` where it needs more than one. Rejects with
 * `GateFullError` when too many wait already.
 */
export type ThroughGate = <T>(work: () => Promise<T>, places?: number) => Promise<T>

/** Rejects with `GateFullError` when as many works of this sender are under way as one may have. Who has no name has no limit. */
export type WithinShare = <T>(sender: string | undefined, work: () => Promise<T>) => Promise<T>

/** Keeps any one sender from taking all places of what stands behind. */
export function createShares(mostOfOne: number): WithinShare {
  const underWay = new Map<string, number>()

  return async function withinShare(sender, work) {
    if (sender === undefined) return work()
    const before = underWay.get(sender) ?? 0
    if (before >= mostOfOne) throw new GateFullError(`${before} works of one sender are under way`)
    underWay.set(sender, before + 1)
    try {
      return await work()
    } finally {
      const rest = (underWay.get(sender) ?? 1) - 1
      if (rest > 0) underWay.set(sender, rest)
      else underWay.delete(sender)
    }
  }
}

/** Lets so many pass at once and so many wait behind them; who comes when all places are taken is turned away. */
export function createGate(mostInside: number, mostWaiting: number): ThroughGate {
  const waiting: { places: number; enter: () => void }[] = []
  let inside = 0

  const hasRoom = (places: number) => inside + places <= mostInside

  async function enter(places: number): Promise<void> {
    // Nobody overtakes who waits for more places than are free.
    if (waiting.length === 0 && hasRoom(places)) {
      inside += places
      return
    }
    if (waiting.length >= mostWaiting) throw new GateFullError(`${inside} places are taken, ${waiting.length} wait`)
    await new Promise<void>((resolve) => waiting.push({ places, enter: resolve }))
  }

  function leave(places: number): void {
    inside -= places
    for (let next = waiting[0]; next && hasRoom(next.places); next = waiting[0]) {
      inside += next.places
      waiting.shift()
      next.enter()
    }
  }

  return async function throughGate(work, places = 1) {
    await enter(places)
    try {
      return await work()
    } finally {
      leave(places)
    }
  }
}
