import { sql } from 'kysely'
import type { Db } from '../db/schema'
import { type Log, throttledLog } from '../lib/log'
import type { Routes } from '../lib/routes'

/** The services without which the site can run for a while. */
type OptionalPart = 'store' | 'redis' | 'mail' | 'disk' | 'clock' | 'search'

/** Rejects when the service does not work. */
type Check = () => Promise<unknown>

export type PartChecks = Partial<Record<OptionalPart, Check>>

/** The caller is a proxy with a short timeout. */
const RESPONSE_TIMEOUT_MS = 3000
/** A disk may stay full for days, and proxies ask every few seconds. */
const LOG_EVERY_MS = 60_000

/**
 * /healthz: the process is alive. /readyz: it can serve. Without the database, and during shutdown, it cannot (503).
 * Without another service it serves what does not need it: 200, which leaves it in rotation, with the names of the
 * services.
 */
export function healthRoutes(options: {
  db: Db
  checks: PartChecks
  isStopping: () => boolean
  log: Pick<Log, 'warn' | 'error'>
}): Routes {
  const { db, checks, isStopping, log } = options
  const logNotReady = throttledLog((details) => log.error(details, 'not ready'), { everyMs: LOG_EVERY_MS })
  const logPart = Object.fromEntries(
    Object.keys(checks).map((part) => [
      part,
      throttledLog((details) => log.warn({ part, ...details }, 'degraded'), { everyMs: LOG_EVERY_MS }),
    ]),
  )

  async function missingParts(): Promise<string[]> {
    const failures = await failuresOf(checks)
    for (const [part, error] of failures) logPart[part]?.({ err: error })
    return failures.map(([part]) => part)
  }

  return (api) => {
    api.get('/healthz', { schema: { hide: true } }, () => ({ status: 'ok' }))

    api.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
      if (isStopping()) return reply.code(503).send({ status: 'stopping' })
      try {
        // No table: a lock on it would block the check.
        const [degraded] = await Promise.all([missingParts(), inTime(sql`select 1`.execute(db))])
        return degraded.length > 0 ? { status: 'degraded', degraded } : { status: 'ready' }
      } catch (error) {
        logNotReady({ err: error })
        return reply.code(503).send({ status: 'not ready' })
      }
    })
  }
}

/** The parts that do not work, with what they failed with. */
export async function failuresOf(checks: PartChecks): Promise<[part: string, error: unknown][]> {
  const parts = Object.entries(checks)
  const outcomes = await Promise.allSettled(parts.map(([, check]) => inTime(check())))
  return parts.flatMap(([part], index) => {
    const outcome = outcomes[index]
    return outcome?.status === 'rejected' ? [[part, outcome.reason as unknown]] : []
  })
}

async function inTime(work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${RESPONSE_TIMEOUT_MS} ms`)), RESPONSE_TIMEOUT_MS)
  })
  await Promise.race([work, tooLate]).finally(() => clearTimeout(timer))
}
