import { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { RequestLog } from '../lib/request-log'

/** Of these there are many, and they tell little. */
const QUIET_ROUTES = new Set(['/healthz', '/readyz', '/metrics', '/assets/*'])

declare module 'fastify' {
  interface FastifyRequest {
    /** It was answered with what was kept of an earlier answer. */
    isAnsweredFromKept: boolean
  }
}

interface Options {
  requestLog: RequestLog
  onAnswered?: OnAnswered | undefined
}

/** Called when a request is over. */
export type OnAnswered = (request: FastifyRequest, reply: FastifyReply) => void

/**
 * Writes one line for each request: its id, method, route, status and time. Not its address, which may hold a name or a
 * secret, and nothing of who asked. Not for what the server asks of itself to render a page.
 */
export const requestLines = fp<Options>((app, { requestLog, onAnswered }, done) => {
  app.decorateRequest('isAnsweredFromKept', false)

  app.addHook('onResponse', (request, reply, next) => {
    if (!(request.raw.socket instanceof Socket)) {
      next()
      return
    }
    const route = request.routeOptions.url ?? null
    const level = route !== null && QUIET_ROUTES.has(route) ? 'debug' : 'info'
    const { id: reqId, method } = request
    requestLog(level, { reqId, method, route, status: reply.raw.statusCode, ms: reply.elapsedTime })
    onAnswered?.(request, reply)
    next()
  })
  done()
})
