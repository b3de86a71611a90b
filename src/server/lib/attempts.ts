import type { Redis } from 'ioredis'
import { type IRateLimiterOptions, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { ApiError, tooMany } from './api-error'

/** So many attempts under one key in a window that opens with the first of them. */
export interface AttemptLimit {
  /** Tells this limit's counts from those of all others; several processes share them by it. */
  name: string
  most: number
  seconds: number
  /** The `detail` of the 429 answer: a Russian sentence, or a code that the browser knows. */
  refusal: string
}

/** The 429 answer of a limit. */
export class TooManyAttempts extends ApiError {
  /** The name of the limit. */
  readonly limit: string
  /** The first answer of this kind to this key in its window: thousands may follow, and say nothing new. */
  readonly isFirst: boolean

  constructor({ name, refusal }: AttemptLimit, { waitMs, isFirst }: { waitMs: number; isFirst: boolean }) {
    const { status, detail, headers } = tooMany(refusal, waitMs / 1000)
    super(status, detail, headers)
    this.limit = name
    this.isFirst = isFirst
  }
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
  const limiterOf = (rule: IRateLimiterOptions) => {
    const inMemory = new RateLimiterMemory(rule)
    // While Redis is away each process counts by itself: a limit that is too lenient beats a site that is down.
    return redis
      ? new RateLimiterRedis({ ...rule, storeClient: redis, rejectIfRedisNotReady: true, insuranceLimiter: inMemory })
      : inMemory
  }

  return (limit) => {
    const { name, most: points, seconds: duration } = limit
    const limiter = limiterOf({ keyPrefix: `attempts:${name}`, points, duration })
    const firstRefusals = limiterOf({ keyPrefix: `refused:${name}`, points: 1, duration })

    /** Exactly one of the refusals until the window ends gets true. */
    const isFirstRefusal = (key: string, waitMs: number): Promise<boolean> =>
      firstRefusals.consume(key, 1, { customDuration: Math.max(1, Math.ceil(waitMs / 1000)) }).then(
        () => true,
        () => false,
      )

    return {
      async count(key) {
        try {
          await limiter.consume(key)
        } catch (refused) {
          if (!(refused instanceof RateLimiterRes)) throw refused
          await limiter.reward(key)
          const waitMs = refused.msBeforeNext
          throw new TooManyAttempts(limit, { waitMs, isFirst: await isFirstRefusal(key, waitMs) })
        }
      },
      async uncount(key) {
        await limiter.reward(key)
      },
      async forget(key) {
        await Promise.all([limiter.delete(key), firstRefusals.delete(key)])
      },
    }
  }
}

/** A limit, and the key whose attempts it counts. */
export type Count = readonly [Attempts, string]

/** Counts one attempt in each, or in none of them when one refuses. */
export async function countInEach(...counts: Count[]): Promise<void> {
  const counted: Count[] = []
  try {
    for (const [attempts, key] of counts) {
      await attempts.count(key)
      counted.push([attempts, key])
    }
  } catch (error) {
    await uncountInEach(counted)
    throw error
  }
}

/** Does what is rationed, and counts it beforehand. A fault of ours is taken back: only what got its answer counts. */
export async function countAnswers<T>(counts: Count[], work: () => Promise<T>): Promise<T> {
  await countInEach(...counts)
  try {
    return await work()
  } catch (error) {
    if (!isRefusal(error)) await uncountInEach(counts)
    throw error
  }
}

/** As above for what may be a guess: of a hundred at once no more get through than one by one, and a success is taken back. */
export async function countRefusals<T>(counts: Count[], work: () => Promise<T>): Promise<T> {
  const result = await countAnswers(counts, work)
  await uncountInEach(counts)
  return result
}

/** As above for what only a success costs something, a letter for instance: whatever failed is taken back. */
export async function countSuccesses<T>(counts: Count[], work: () => Promise<T>): Promise<T> {
  await countInEach(...counts)
  try {
    return await work()
  } catch (error) {
    await uncountInEach(counts)
    throw error
  }
}

async function uncountInEach(counts: Count[]): Promise<void> {
  for (const [attempts, key] of counts) await attempts.uncount(key)
}

/** Refused for what the caller sent. Being too busy is no such reason. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500
}
