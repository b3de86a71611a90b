import type { FastifyInstance } from 'fastify'
import inject from 'light-my-request'
import type { RendererOptions } from '@client/ssr/render'

/**
 * Requests this server as a guest would, without a connection. Fastify's own `inject` refuses once the server is stopping,
 * while pages are still requested.
 */
export function askItself(app: Pick<FastifyInstance, 'routing'>): RendererOptions['ask'] {
  return async (url) => {
    const { statusCode, payload } = await inject((asked, reply) => app.routing(asked, reply), { url })
    return { status: statusCode, text: payload }
  }
}
