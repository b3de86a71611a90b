import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
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

/** The 429 answer, and the name of the limit that it comes from. */
export class TooManyAttempts extends ApiError {
  constructor(
    readonly limit: string,
    refusal: string,
    waitSeconds: number,
  ) {
    const { status, detail, headers } = tooMany(refusal, waitSeconds)
    super(status, detail, headers)
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
          throw new TooManyAttempts(name, refusal, refused.msBeforeNext / 1000)
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

/** One count: the limit and the key it stands under. */
export type Place = readonly [Attempts, string]

/** Counts one attempt in each, or in none of them when one refuses. */
export async function countInEach(...places: Place[]): Promise<void> {
  const counted: Place[] = []
  try {
    for (const [attempts, key] of places) {
      await attempts.count(key)
      counted.push([attempts, key])
    }
  } catch (error) {
    await uncountInEach(counted)
    throw error
  }
}

/** Does what is rationed, and counts it beforehand. A fault of ours is taken back: only what got its answer counts. */
export async function countAnswers<T>(places: Place[], work: () => Promise<T>): Promise<T> {
  await countInEach(...places)
  try {
    return await work()
  } catch (error) {
    if (!isRefusal(error)) await uncountInEach(places)
    throw error
  }
}

/** As above for what may be a guess: of a hundred at once no more get through than one by one, and a success is taken back. */
export async function countRefusals<T>(places: Place[], work: () => Promise<T>): Promise<T> {
  const result = await countAnswers(places, work)
  await uncountInEach(places)
  return result
}

async function uncountInEach(places: Place[]): Promise<void> {
  for (const [attempts, key] of places) await attempts.uncount(key)
}

/** Refused for what the caller sent. Being too busy is no such reason. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500
}
