import { Redis } from 'ioredis'
import { type Log, throttledLog } from './log'

const COMMAND_TIMEOUT_MS = 1000
/** A connection that stays silent this long after a command is closed. */
const SILENCE_MS = 500
const LOG_EVERY_MS = 60_000

/**
 * The Redis of REDIS_URL. While it cannot be reached each command fails at once. By default ioredis would queue the
 * commands, and the requests would wait until Redis is back. A Redis that accepts connections but stays silent counts as
 * unavailable too: otherwise each command would wait for its own timeout, and a request has several.
 */
export function connectRedis(url: string, log: Pick<Log, 'error'>, ca?: string): Redis {
  const redis = new Redis(url, {
    ...(ca !== undefined && { tls: { ca } }),
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_TIMEOUT_MS,
    socketTimeout: SILENCE_MS,
  })
  const logError = throttledLog((details) => log.error(details, 'Redis is away'), { everyMs: LOG_EVERY_MS })
  redis.on('error', (error) => logError({ err: error }))
  return redis
}
