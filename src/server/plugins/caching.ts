import { parse } from 'node:querystring'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { AnyObject, ObjectSchema } from 'yup'
import type { ChangeFeed } from '../db/change-feed'
import { type TaggedCache, createTaggedCache, type Ticket } from '../lib/tagged-cache'
import { etagOf, isKnownEtag } from '../lib/etag'

/** Parses a query string. */
export const readQuery = parse

/** Long enough for many simultaneous visitors, short enough that deletions show soon. */
const PUBLIC_SECONDS = 3
const PUBLIC = `public, max-age=${PUBLIC_SECONDS}`
const VARY = 'Authorization'
/** Enough for thousands of lists and pages. */
const CACHE_MAX_BYTES = 16 * 1024 ** 2
/** The approximate overhead of a response, in addition to its body. */
const AROUND_BODY_BYTES = 500

interface CachedResponse {
  body: Buffer
  headers: { 'content-type': string; 'cache-control': string; vary: string; etag: string }
}

type ResponseCache = TaggedCache<CachedResponse>

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for a response that will be cached: under which key, if nothing changed since the ticket. */
    cacheSlot: { key: string; ticket: Ticket } | undefined
    /** Whether the response came from a cache: for the metrics. */
    isFromCache: boolean
  }
}

/** The cache of API responses for guests, invalidated by changes. */
export function createResponseCache(changes: Pick<ChangeFeed, 'follow'>): ResponseCache {
  const cache = createTaggedCache<CachedResponse>({ maxBytes: CACHE_MAX_BYTES })
  changes.follow(cache)
  return cache
}

/**
 * Cache headers of the API. Public responses may be cached for a few seconds, and are then revalidated by ETag. All
 * others are never cached, so that people with a token see their own changes at once.
 *
 * A route may set its own cache-control for a public response. It must do so when its URL contains a secret. Responses
 * to guests on a route with `config.cache` are also cached here.
 */
export const caching = fp<{ cache: ResponseCache }>((api, { cache }, done) => {
  api.decorateRequest('cacheSlot')

  api.addHook('onRequest', (request, reply, next) => {
    if (!isCacheable(request)) {
      next()
      return
    }
    const key = keyOf(request)
    const cached = cache.get(key)
    if (cached) {
      request.isFromCache = true
      void reply.headers(cached.headers)
      void reply.send(isUnchanged(request, reply, cached.headers.etag) ? undefined : cached.body)
      return
    }
    request.cacheSlot = { key, ticket: cache.ticket() }
    next()
  })

  api.addHook('onSend', (request, reply, payload, next) => {
    if (request.isFromCache) {
      next(null, payload)
      return
    }
    // The socket would encode a string too, but takes twice as long for Cyrillic.
    const body = typeof payload === 'string' ? Buffer.from(payload) : payload
    if (!isForAnybody(request, reply)) {
      void reply.header('cache-control', 'no-store')
      next(null, body)
      return
    }
    void reply.header('vary', VARY)
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', PUBLIC)
    if (!Buffer.isBuffer(body)) {
      next(null, body)
      return
    }
    const etag = etagOf(body)
    void reply.header('etag', etag)
    store(cache, request, reply, { body, etag })
    next(null, isUnchanged(request, reply, etag) ? null : body)
  })
  done()
})

/** A visitor with a token may see more, and must see changes at once. */
function isCacheable({ method, headers, routeOptions }: FastifyRequest): boolean {
  return method === 'GET' && headers.authorization === undefined && routeOptions.config.cache !== undefined
}

/** The route with its parameters as they came. A parameter that the route does not read creates no new entry. */
function keyOf({ routeOptions: { url, schema }, params, query }: FastifyRequest): string {
  const { fields = {} } = (schema?.querystring ?? {}) as Partial<ObjectSchema<AnyObject>>
  const given = query as Record<string, unknown>
  return JSON.stringify([url, params, Object.keys(fields).map((name) => given[name])])
}

/** Caches a response for all guests. Only what a guest may read gets here, so a closed page is never cached. */
function store(
  cache: ResponseCache,
  request: FastifyRequest,
  reply: FastifyReply,
  { body, etag }: { body: Buffer; etag: string },
): void {
  const { cacheSlot: slot, routeOptions } = request
  const { cache: rule } = routeOptions.config
  if (!slot || !rule) return
  const headers = {
    'content-type': String(reply.getHeader('content-type')),
    'cache-control': String(reply.getHeader('cache-control')),
    vary: VARY,
    etag,
  }
  const bytes = body.length + AROUND_BODY_BYTES
  cache.set(slot.ticket, slot.key, { body, headers }, { ...rule, tags: rule.tags(request), bytes })
}

/** Turns the response into a 304 for a browser that already has it. */
function isUnchanged(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  if (!isKnownEtag(etag, request.headers['if-none-match'])) return false
  void reply.code(304).removeHeader('content-type')
  return true
}

function isForAnybody({ method, headers }: FastifyRequest, { statusCode }: FastifyReply): boolean {
  return (method === 'GET' || method === 'HEAD') && statusCode === 200 && headers.authorization === undefined
}
