import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { etagOf, isKnownEtag } from '../lib/etag'

/** Long enough for many visitors at once, short enough that deleted things disappear soon. */
const PUBLIC_SECONDS = 3

/**
 * Cache headers of the API. Public answers may be cached for a few seconds, and are then revalidated by ETag. All other
 * answers are never cached, so people with a token see their own changes at once.
 *
 * A route may set its own cache-control for a public answer. It must do so when its address contains a secret.
 */
export const caching = fp((api, _options, done) => {
  api.addHook('onSend', async (request, reply, payload) => {
    if (!isForAnybody(request, reply)) {
      void reply.header('cache-control', 'no-store')
      return payload
    }
    void reply.header('vary', 'Authorization')
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', `public, max-age=${PUBLIC_SECONDS}`)
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload
    const tag = etagOf(payload)
    void reply.header('etag', tag)
    if (!isKnownEtag(tag, request.headers['if-none-match'])) return payload
    void reply.code(304).removeHeader('content-type')
    return null
  })
  done()
})

function isForAnybody({ method, headers }: FastifyRequest, { statusCode }: FastifyReply): boolean {
  return (method === 'GET' || method === 'HEAD') && statusCode === 200 && headers.authorization === undefined
}
