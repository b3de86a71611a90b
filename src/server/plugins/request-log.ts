import { Socket } from 'node:net'
import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'

/** The message of the lines about requests. */
export const REQUEST_LINE = 'request'

/** Frequent requests with little information. */
export const QUIET_ROUTES = new Set(['/healthz', '/readyz', '/metrics', '/assets/*'])

/**
 * Writes one log line per request: its id, method, route, status and time. Fastify's own lines would hold the URL, which may
 * contain a name or a secret, and the client's IP address. Skips requests that the server injects to render a page.
 */
export class RequestLog extends LogController {
  constructor() {
    super({ disableRequestLogging: true })
  }

  override requestCompleted(_error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    if (!(request.raw.socket instanceof Socket)) return
    const { method, routeOptions } = request
    const route = routeOptions.url ?? null
    const level = route !== null && QUIET_ROUTES.has(route) ? 'debug' : 'info'
    const ms = Math.round(reply.elapsedTime * 10) / 10
    request.log[level]({ method, route, status: reply.raw.statusCode, ms }, REQUEST_LINE)
  }
}
