import { setTimeout as pause } from 'node:timers/promises'
import type { Redis } from 'ioredis'

/** Other callers had every slot until the wait ran out. */
export class NoSlotError extends Error {}

/** How long a caller waits for a slot among all processes. */
const WAIT_MAX_MS = 15_000

/**
 * Resolves when the caller has a slot: slots are `pauseMs` apart, in all processes together where they share a Redis.
 * Without Redis, and while it is unavailable, each process counts alone. Rejects with `NoSlotError` after 15 seconds.
 */
export function createRateSpacer({
  name,
  pauseMs,
  redis,
}: {
  name: string
  pauseMs: number
  redis?: Redis | undefined
}) {
  const key = `turns:${name}`
  let nextAt = 0

  async function waitForOwnSlot(): Promise<void> {
    const at = Math.max(nextAt, Date.now())
    nextAt = at + pauseMs
    await pause(at - Date.now())
  }

  /** How long the slot of another process lasts; undefined when the slot is ours, or Redis is unavailable. */
  async function otherSlotMs(shared: Redis): Promise<number | undefined> {
    try {
      if ((await shared.set(key, '1', 'PX', pauseMs, 'NX')) === 'OK') return undefined
      return Math.max(1, await shared.pttl(key))
    } catch {
      return undefined
    }
  }

  return async function waitForSlot(): Promise<void> {
    await waitForOwnSlot()
    if (!redis || pauseMs === 0) return
    const deadline = Date.now() + WAIT_MAX_MS
    for (let waitMs = await otherSlotMs(redis); waitMs !== undefined; waitMs = await otherSlotMs(redis)) {
      if (Date.now() + waitMs > deadline) throw new NoSlotError(`no turn of ${name} came in time`)
      await pause(waitMs)
      nextAt = Date.now() + pauseMs
    }
  }
}
