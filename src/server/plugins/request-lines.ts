import { Socket } from 'node:net'
import fp from 'fastify-plugin'
import { nextRequestId } from '../lib/request-ids'
import type { RequestLog } from '../lib/request-log'
import type { AnsweredRequest, Front } from './front'

/** Frequent requests with little information. */
export const QUIET_ROUTES = new Set(['/healthz', '/readyz', '/metrics', '/assets/*'])

interface Options {
  front: Front
  requestLog: RequestLog
  onAnswered?: OnAnswered | undefined
}

export type OnAnswered = (answered: AnsweredRequest) => void

/**
 * Writes one log line per request: its id, method, route, status and time. It omits the URL, which may contain a name
 * or a secret, and the client. Skips requests that the server injects to render a page.
 */
export const requestLines = fp<Options>((app, { front, requestLog, onAnswered }, done) => {
  function tell(reqId: string, answered: AnsweredRequest): void {
    const { method, route, status, ms } = answered
    const level = route !== null && QUIET_ROUTES.has(route) ? 'debug' : 'info'
    requestLog(level, { reqId, method, route, status, ms })
    onAnswered?.(answered)
  }

  front.onAnswered((answered) => tell(nextRequestId(), answered))

  app.addHook('onResponse', (request, reply, next) => {
    if (request.raw.socket instanceof Socket) {
      const { id, method, routeOptions } = request
      const facts = { method, route: routeOptions.url ?? null, status: reply.raw.statusCode, ms: reply.elapsedTime }
      tell(id, { ...facts, isFromCache: false })
    }
    next()
  })
  done()
})
