import type { FastifyInstance } from 'fastify'
import inject from 'light-my-request'

/**
 * A `fetch` that this server answers without a connection, as a guest would be answered. Fastify's own `inject` refuses once
 * the server is told to stop, while pages are still asked for.
 */
export function fetchFrom(app: Pick<FastifyInstance, 'routing'>): typeof fetch {
  return async (request) => {
    const { pathname, search } = new URL(request instanceof Request ? request.url : request)
    const answer = await inject((asked, reply) => app.routing(asked, reply), { url: pathname + search })
    const { statusCode, headers, payload } = answer
    return new Response(payload, { status: statusCode, headers: { 'content-type': String(headers['content-type']) } })
  }
}
