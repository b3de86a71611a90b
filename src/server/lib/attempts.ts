import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { tooMany } from './api-error'

/** So many attempts under one key in a window that opens with the first of them. */
export interface AttemptLimit {
  /** Tells this limit's counts from those of all others; several processes share them by it. */
  name: string
  most: number
  seconds: number
  /** The `detail` of the 429 answer: a Russian sentence, or a code that the browser knows. */
  refusal: string
}

/** The counts of one limit. */
export interface Attempts {
  /** Counts one attempt; throws the 429 answer when there were enough. Of many at once, exactly `most` pass. */
  count(key: string): Promise<void>
  /** Takes one attempt back: it was no failure after all. */
  uncount(key: string): Promise<void>
  /** Starts anew. */
  forget(key: string): Promise<void>
}

export type LimitAttempts = (limit: AttemptLimit) => Attempts

/** Attempts are counted in memory, or in Redis where several processes serve. */
export function createAttempts(redis?: Redis): LimitAttempts {
  return ({ name, most, seconds, refusal }) => {
    const rule = { keyPrefix: `attempts:${name}`, points: most, duration: seconds }
    const inMemory = new RateLimiterMemory(rule)
    // While Redis is away each process counts by itself: a limit that is too lenient beats a site that is down.
    const limiter = redis
      ? new RateLimiterRedis({ ...rule, storeClient: redis, rejectIfRedisNotReady: true, insuranceLimiter: inMemory })
      : inMemory

    return {
      async count(key) {
        try {
          await limiter.consume(key)
        } catch (refused) {
          if (!(refused instanceof RateLimiterRes)) throw refused
          await limiter.reward(key)
          throw tooMany(refusal, refused.msBeforeNext / 1000)
        }
      },
      async uncount(key) {
        await limiter.reward(key)
      },
      async forget(key) {
        await limiter.delete(key)
      },
    }
  }
}

/** Counts one attempt in each, or in none of them when one refuses. */
export async function countInEach(...places: (readonly [Attempts, string])[]): Promise<void> {
  const counted: typeof places = []
  try {
    for (const [attempts, key] of places) {
      await attempts.count(key)
      counted.push([attempts, key])
    }
  } catch (error) {
    for (const [attempts, key] of counted) await attempts.uncount(key)
    throw error
  }
}
