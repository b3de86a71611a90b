import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

/** Long enough for many visitors at once, short enough that nobody sees what has been taken away. */
const PUBLIC_SECONDS = 3

/**
 * What browsers and proxies may keep of the API: what anybody may read, for a few seconds, and then by asking whether it
 * is still so. Everything else not at all. Whoever sends a token sees their own changes at once.
 *
 * A route that says more itself is heard, unless the answer is personal. It has to where the secret is in the address.
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
    const tag = `"${createHash('sha1').update(payload).digest('base64url')}"`
    void reply.header('etag', tag)
    if (!isKnown(tag, request.headers['if-none-match'])) return payload
    void reply.code(304).removeHeader('content-type')
    return null
  })
  done()
})

function isForAnybody({ method, headers }: FastifyRequest, { statusCode }: FastifyReply): boolean {
  return (method === 'GET' || method === 'HEAD') && statusCode === 200 && headers.authorization === undefined
}

/** Whether the browser has this very answer: it lists the tags of those that it has, weak ones too, or says `*`. */
function isKnown(tag: string, header: string | undefined): boolean {
  const known = header?.split(',').map((one) => one.trim().replace(/^W\//, '')) ?? []
  return known.includes(tag) || known.includes('*')
}
