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

/** As `ThroughGate`, at the gate that a sender has to itself. Who has no name passes. */
export type ThroughOwnGate = <T>(sender: string | undefined, work: () => Promise<T>) => Promise<T>

/** Gives each sender a gate of its own, so that none can take all places of what stands behind. */
export function createOwnGates(mostInside: number, mostWaiting: number): ThroughOwnGate {
  const gates = new Map<string, { throughGate: ThroughGate; users: number }>()

  return async function throughOwnGate(sender, work) {
    if (sender === undefined) return work()
    const gate = gates.get(sender) ?? { throughGate: createGate(mostInside, mostWaiting), users: 0 }
    gates.set(sender, gate)
    gate.users++
    try {
      return await gate.throughGate(work)
    } finally {
      if (--gate.users === 0) gates.delete(sender)
    }
  }
}
