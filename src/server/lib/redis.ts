import { Redis } from 'ioredis'
import type { Log } from './log'

const COMMAND_TIMEOUT_MS = 1000

/**
 * The Redis of REDIS_URL. While it cannot be reached each command fails at once. By default ioredis would queue the
 * commands, and the requests would wait until Redis is back.
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
