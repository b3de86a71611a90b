import type { ApiError } from './api-error'
import { networksAround } from './visitor-network'

/** All slots of a semaphore are taken, and its queue is full. The work was not started. */
export class QueueFullError extends Error {}

/** For `catch`: turns a full queue into this refusal. */
export function refuseWhenFull(refusal: ApiError): (error: unknown) => never {
  return (error) => {
    throw error instanceof QueueFullError ? refusal : error
  }
}

export interface Slots {
  /** How many slots the work needs. */
  places?: number
  /** Places in the queue that this work leaves for others. */
  leaves?: number
  /** Whose work it is: senders take turns. */
  sender?: string | undefined
}

/** Runs `work` as soon as there is a free slot for it. Rejects with `QueueFullError` when the queue is full. */
type RunLimited = <T>(work: () => Promise<T>, passage?: Slots) => Promise<T>

/**
 * A semaphore with a bounded queue: `maxRunning` slots for running work, and `maxWaiting` places in the queue. The work of one
 * sender is first come, first served. Senders take turns (start-time fair queuing): the first work of one overtakes the second
 * of another.
 */
export function createSemaphore(maxRunning: number, maxWaiting: number): RunLimited {
  /** In the order of `turn`. */
  const waiting: { sender: string | undefined; places: number; turn: number; enter: () => void }[] = []
  let inside = 0
  let lastTurn = 0

  const hasRoom = (places: number) => inside + places <= maxRunning

  async function enter({ places = 1, leaves = 0, sender }: Slots): Promise<void> {
    if (waiting.length === 0 && hasRoom(places)) {
      inside += places
      return
    }
    if (waiting.length >= maxWaiting - leaves)
      throw new QueueFullError(`${inside} places are taken, ${waiting.length} wait`)
    const turn = (waiting.findLast((work) => work.sender === sender)?.turn ?? lastTurn) + places
    const later = waiting.findIndex((work) => work.turn > turn)
    await new Promise<void>((resolve) => {
      waiting.splice(later < 0 ? waiting.length : later, 0, { sender, places, turn, enter: resolve })
      admit()
    })
  }

  /** Small work does not overtake work before it that waits for several slots. */
  function admit(): void {
    for (let next = waiting[0]; next && hasRoom(next.places); next = waiting[0]) {
      inside += next.places
      lastTurn = next.turn
      waiting.shift()
      next.enter()
    }
  }

  function leave(places: number): void {
    inside -= places
    admit()
  }

  return async function runLimited(work, slots = {}) {
    const { places = 1 } = slots
    await enter(slots)
    try {
      return await work()
    } finally {
      leave(places)
    }
  }
}

/** Like `RunLimited`, with a semaphore for each sender. Without a sender there is no limit. */
type RunLimitedPerSender = <T>(sender: string | undefined, work: () => Promise<T>) => Promise<T>

/** All IPv6 networks of one /48 together wait as four senders would. */
const OF_NETWORKS_AROUND = 4

/**
 * A semaphore for each sender, so that one sender cannot take all slots of the common semaphore behind it. Senders that
 * are, or end with, networks of one /48 may together have as much as four.
 */
export function createSenderSemaphores(maxRunning: number, maxWaiting: number): RunLimitedPerSender {
  const throughOne = createNamedSemaphores(maxRunning, maxWaiting)
  const throughAround = createNamedSemaphores(maxRunning * OF_NETWORKS_AROUND, maxWaiting * OF_NETWORKS_AROUND)

  return async function runLimitedPerSender(sender, work) {
    if (sender === undefined) return work()
    const widest = networksAround(sender).at(-1)
    return throughOne(sender, widest ? () => throughAround(widest.network, work) : work)
  }
}

function createNamedSemaphores(maxRunning: number, maxWaiting: number) {
  const semaphores = new Map<string, { runLimited: RunLimited; users: number }>()

  return async function runLimitedByName<T>(name: string, work: () => Promise<T>): Promise<T> {
    const semaphore = semaphores.get(name) ?? { runLimited: createSemaphore(maxRunning, maxWaiting), users: 0 }
    semaphores.set(name, semaphore)
    semaphore.users++
    try {
      return await semaphore.runLimited(work)
    } finally {
      if (--semaphore.users === 0) semaphores.delete(name)
    }
  }
}
