import { Redis } from 'ioredis'
import type { Log } from './log'

const COMMAND_TIMEOUT_MS = 1000

/**
 * The Redis of REDIS_URL. While it is away each command fails at once: ioredis would rather keep commands, and with
 * them the requests that wait for their answers, until it is back.
 */
export function connectRedis(url: string, log: Pick<Log, 'error'>): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_TIMEOUT_MS,
  })
  redis.on('error', (error) => log.error({ err: error }, 'Redis is away'))
  return redis
}
