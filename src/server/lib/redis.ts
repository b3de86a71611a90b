import { Redis } from 'ioredis'

const COMMAND_TIMEOUT_MS = 1000

interface Log {
  error(details: object, message: string): void
}

/**
 * The Redis of REDIS_URL. While it is away each command fails at once: ioredis would rather keep commands, and with
 * them the requests that wait for their answers, until it is back.
 */
export function connectRedis(url: string, log: Log): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_TIMEOUT_MS,
  })
  redis.on('error', (error) => log.error({ err: error }, 'Redis is away'))
  return redis
}
