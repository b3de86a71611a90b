import type { FastifyInstance } from 'fastify'

/** A `fetch` that this server answers without a connection, as a guest would be answered. */
export function fetchFrom(app: Pick<FastifyInstance, 'inject'>): typeof fetch {
  return async (request) => {
    const { pathname, search } = new URL(request instanceof Request ? request.url : request)
    const { statusCode, headers, payload } = await app.inject({ url: pathname + search })
    return new Response(payload, { status: statusCode, headers: { 'content-type': String(headers['content-type']) } })
  }
}
