import type { Redis } from 'ioredis'
import { type IRateLimiterOptions, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { ApiError, tooMany } from './api-error'
import { networksAround } from './visitor-network'
import type { SecurityDetails, SecurityEvent, SecurityLog } from './security-log'
import { type SecretKey, sign } from './token'

/**
 * A rate limit: at most `max` attempts per key within `seconds`, counted from the first one. The service that counts sets
 * the numbers.
 */
export interface AttemptLimit {
  /** Names the counters of this limit, which several processes may share. */
  name: string
  max: number
  seconds: number
  /** An IPv6 /56 and /48 may make 4 and 16 times as many attempts, unless networks have a limit of their own. */
  countsNetworks?: false
  /** Upper bound for those factors, where 4 and 16 are too many. */
  networkTimesMax?: number
  /** The `detail` of the 429 response: a Russian sentence, or a code that the browser knows. */
  refusal: string
}

/** The 429 response of a limit. */
export class TooManyAttempts extends ApiError {
  /** The name of the limit. */
  readonly limit: string
  /** Whether this is the first refusal for its key in the window. Only the first is logged. */
  readonly isFirst: boolean

  constructor({ name, refusal }: AttemptLimit, { waitMs, isFirst }: { waitMs: number; isFirst: boolean }) {
    const { status, detail, headers } = tooMany(refusal, waitMs / 1000)
    super(status, detail, headers)
    this.limit = name
    this.isFirst = isFirst
  }
}

/** The counters of one limit. A key that is, or ends with, a network of IPv6 is counted for the networks around it too. */
export interface Attempts {
  /**
   * Counts one attempt, and returns how many there are now; throws the 429 when the limit is reached. Of concurrent
   * attempts, exactly `max` pass.
   */
  count(key: string): Promise<number>
  /** Undoes one count. */
  uncount(key: string): Promise<void>
  /** Resets the count, but not those of the surrounding networks. */
  forget(key: string): Promise<void>
  /** Refuses all attempts for this long, whatever was counted. None of these refusals is the first. */
  block(key: string, seconds: number): Promise<void>
}

export type LimitAttempts = (limit: AttemptLimit) => Attempts

/**
 * Attempts are counted in memory, or in Redis where several processes serve. Keys may be e-mails or IP addresses, so Redis
 * gets keyed hashes of them.
 */
export function createAttempts(shared?: { redis: Redis; secretKey: SecretKey }): LimitAttempts {
  const redis = shared?.redis
  const limiterOf = (rule: IRateLimiterOptions) => {
    const inMemory = new RateLimiterMemory(rule)
    // Without Redis each process counts alone: a limit that is too lenient is better than a site that is down.
    return redis
      ? new RateLimiterRedis({ ...rule, storeClient: redis, rejectIfRedisNotReady: true, insuranceLimiter: inMemory })
      : inMemory
  }

  const countersOf = (limit: AttemptLimit, times: number): Attempts => {
    const { max, seconds: duration } = limit
    const name = times === 1 ? limit.name : `${limit.name}:${times}`
    const limiter = limiterOf({ keyPrefix: `attempts:${name}`, points: max * times, duration })
    const firstRefusals = limiterOf({ keyPrefix: `refused:${name}`, points: 1, duration })
    const counterOf = (key: string) => (shared ? sign(shared.secretKey, `attempts:${name}:${key}`) : key)

    /** True for exactly one refusal in each window. */
    const isFirstRefusal = (key: string, waitMs: number): Promise<boolean> =>
      firstRefusals.consume(key, 1, { customDuration: Math.max(1, Math.ceil(waitMs / 1000)) }).then(
        () => true,
        () => false,
      )

    return {
      async count(countedBy) {
        const key = counterOf(countedBy)
        try {
          return (await limiter.consume(key)).consumedPoints
        } catch (refused) {
          if (!(refused instanceof RateLimiterRes)) throw refused
          await limiter.reward(key)
          const waitMs = refused.msBeforeNext
          throw new TooManyAttempts(limit, { waitMs, isFirst: await isFirstRefusal(key, waitMs) })
        }
      },
      async uncount(key) {
        await limiter.reward(counterOf(key))
      },
      async forget(countedBy) {
        const key = counterOf(countedBy)
        await Promise.all([limiter.delete(key), firstRefusals.delete(key)])
      },
      async block(key, seconds) {
        await Promise.all([limiter, firstRefusals].map((each) => each.block(counterOf(key), seconds)))
      },
    }
  }

  const ofLimit = (limit: AttemptLimit): Attempts => {
    const own = countersOf(limit, 1)
    const wider = new Map<number, Attempts>()
    const widerOf = (times: number): Attempts => {
      const counters = wider.get(times) ?? countersOf(limit, times)
      wider.set(times, counters)
      return counters
    }
    const around = (key: string): Count[] =>
      limit.countsNetworks === false
        ? []
        : networksAround(key).map(({ network, times }) => [
            widerOf(Math.min(times, limit.networkTimesMax ?? times)),
            network,
          ])

    return {
      ...own,
      async count(key) {
        const counted = await own.count(key)
        await countInEach(...around(key)).catch(async (error: unknown) => {
          await own.uncount(key)
          throw error
        })
        return counted
      },
      async uncount(key) {
        await uncountInEach([[own, key], ...around(key)])
      },
    }
  }

  const limits = new Map<string, Attempts>()
  // Services that name the same limit share its counts, as processes do.
  return (limit) => {
    const attempts = limits.get(limit.name) ?? ofLimit(limit)
    limits.set(limit.name, attempts)
    return attempts
  }
}

/** A limit, and the key whose attempts it counts. */
export type Count = readonly [Attempts, string]

/** Counts one attempt in each limit, or in none of them when one refuses. */
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

/** Counts an attempt, then does the work. Unexpected failures are not counted: only successes and refusals are. */
export async function countResponses<T>(counts: Count[], work: () => Promise<T>): Promise<T> {
  await countInEach(...counts)
  try {
    return await work()
  } catch (error) {
    if (!isRefusal(error)) await uncountInEach(counts)
    throw error
  }
}

/**
 * Counts only refusals: for guesses of a secret. It counts before the work and undoes the count after a success, so that
 * parallel guesses gain nothing.
 */
export async function countRefusals<T>(counts: Count[], work: () => Promise<T>): Promise<T> {
  const result = await countResponses(counts, work)
  await uncountInEach(counts)
  return result
}

/** Counts only successes: for work that costs something when it succeeds, like sending a letter. */
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

/** Refused because of what the caller sent. Being too busy (503) does not count as such. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500
}

/** The names of refusals in the log. */
interface RefusalEvents {
  lockedOut: SecurityEvent
  /** Absent where only lock-outs are logged. */
  missed?: SecurityEvent
}

/**
 * Runs `work`, and logs when it is refused. A lock-out is logged once for each limit, key and window, so that a client that
 * keeps asking cannot fill the log. Without `details.kind` the limit's name is logged.
 */
export async function logRefusals<T>(
  securityLog: SecurityLog,
  { lockedOut, missed }: RefusalEvents,
  details: SecurityDetails,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof TooManyAttempts) {
      if (error.isFirst) securityLog.record(lockedOut, { kind: error.limit, ...details })
    } else if (missed && isRefusal(error)) {
      securityLog.record(missed, details)
    }
    throw error
  }
}
