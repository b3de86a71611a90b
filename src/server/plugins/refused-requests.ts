import { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { duringRequest } from '../lib/request-origin'
import type { SecurityEvent, SecurityLog } from '../lib/security-log'

/** One line per IP address and kind in this time. */
const SAME_REFUSAL_SECONDS = 60
/** The limit for all IP addresses together, so that a distributed attack does not fill the disk either. */
const LINES_PER_SECOND = 20

const EVENTS: Record<number, SecurityEvent> = {
  400: 'input_refused',
  403: 'access_refused',
  413: 'input_refused',
  415: 'input_refused',
  422: 'input_refused',
  429: 'limit_met',
}

/**
 * Writes refused requests to the security log: by route and kind of error, once a minute for each IP address. The input
 * is not logged: people mistype, and their texts are private.
 */
export const refusedRequests = fp<{ securityLog: SecurityLog }>((app, { securityLog }, done) => {
  const same = new RateLimiterMemory({ points: 1, duration: SAME_REFUSAL_SECONDS })
  const all = new RateLimiterMemory({ points: LINES_PER_SECOND, duration: 1 })

  async function record(event: SecurityEvent, request: FastifyRequest): Promise<void> {
    const { id, ip: address, method, account, routeOptions } = request
    const kind = `${method} ${routeOptions.url ?? 'unknown'}`
    try {
      await same.consume(`${event} ${kind} ${address}`)
      await all.consume('')
    } catch {
      return
    }
    duringRequest({ id, address, isWriting: false }, () => securityLog.record(event, { kind, account: account?.id }))
  }

  app.addHook('onResponse', (request, reply, next) => {
    const event = eventOf(request, reply.raw.statusCode)
    // Except for requests that the server injects to render a page.
    if (event && request.raw.socket instanceof Socket) void record(event, request)
    next()
  })
  done()
})

function eventOf({ bearerToken, account }: FastifyRequest, status: number): SecurityEvent | undefined {
  if (status === 401) return bearerToken !== undefined && !account ? 'token_refused' : 'access_refused'
  return EVENTS[status]
}
