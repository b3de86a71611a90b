import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { parse } from 'node:querystring'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import fp from 'fastify-plugin'
import type { AnyObject, ObjectSchema, Schema } from 'yup'
import type { ChangeFeed } from '../db/change-feed'
import { type AnswerCache, createAnswerCache, type Ticket } from '../lib/answer-cache'
import { etagOf, isKnownEtag } from '../lib/etag'
import type { AnswerAtOnce, CacheRule } from '../lib/cache-rule'
import { fieldwise } from '../lib/validate-fieldwise'
import { type Front, type ReadyAnswer, writeAnswer } from './front'
import { createCachedUrls, type CachedUrls } from './cached-urls'

/** Parses a query string: for Fastify too, so that both interpret it in the same way. */
export const readQuery = parse

/** Long enough for many simultaneous visitors, short enough that deletions show soon. */
const PUBLIC_SECONDS = 3
const JSON_TYPE = 'application/json; charset=utf-8'
const PUBLIC = `public, max-age=${PUBLIC_SECONDS}`
/** Enough for thousands of lists and pages. */
const CACHE_MAX_BYTES = 16 * 1024 ** 2
/** The approximate overhead of a response, in addition to its body. */
const AROUND_BODY_BYTES = 500

interface CachedResponse {
  route: string
  body: Buffer
  etag: string
  /**
   * Alternating names and values, as Node writes them: `bodyHeaders` describe the body, `headers` also go with a 304.
   */
  bodyHeaders: readonly string[]
  headers: readonly string[]
  /** The response with its body, once it was sent. */
  ready?: ReadyAnswer
}

/** By the path of a route: computes a response synchronously, from the query string of a URL. */
type AnswersAtOnce = Map<string, (address: string, query: string) => CachedResponse | undefined>

export interface CachedResponses {
  cache: AnswerCache<CachedResponse>
  addresses: CachedUrls
  atOnce: AnswersAtOnce
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for a response that will be cached. */
    cacheTicket: Ticket | undefined
  }
}

/** The cache of API responses for guests, invalidated by changes. */
export function createCachedResponses(changes: Pick<ChangeFeed, 'follow'>): CachedResponses {
  const cache = createAnswerCache<CachedResponse>({ maxBytes: CACHE_MAX_BYTES })
  changes.follow(cache)
  return { cache, addresses: createCachedUrls(), atOnce: new Map() }
}

/**
 * Serves cached responses, and those that can be computed synchronously, before Fastify's own handling. `headers` are
 * sent with every response of the server.
 */
export const cachedResponses = fp<{ answers: CachedResponses; headers: Record<string, string>; front: Front }>(
  (app, { answers, headers, front }, done) => {
    const headersOfAll = Object.entries(headers).flat()

    function find(request: IncomingMessage): ReadyAnswer | undefined {
      const answer = isCacheable(request) ? findForGuest(answers, request.url ?? '') : undefined
      if (!answer) return undefined
      const { route, body, etag } = answer
      if (isKnownEtag(etag, request.headers['if-none-match'])) {
        return { route, status: 304, headers: [...headersOfAll, ...answer.headers] }
      }
      answer.ready ??= {
        route,
        status: 200,
        headers: [...headersOfAll, ...answer.headers, ...answer.bodyHeaders],
        body,
      }
      return answer.ready
    }

    front.answerFrom(find)

    // Injected requests of tests have no connection.
    app.addHook('onRequest', (request, reply, next) => {
      const answer = request.raw.socket instanceof Socket ? undefined : find(request.raw)
      if (answer) writeAnswer(reply.hijack().raw, answer)
      else next()
    })
    done()
  },
)

/**
 * Cache headers of the API. Public responses may be cached for a few seconds, and are then revalidated by ETag. All
 * others are never cached, so that people with a token see their own changes at once.
 *
 * A route may set its own cache-control for a public response. It must do so when its URL contains a secret. Responses
 * to guests on a route with `config.keep` are also cached for `cachedResponses`.
 */
export const caching = fp<{ answers: CachedResponses }>((api, { answers }, done) => {
  api.decorateRequest('cacheTicket')

  api.addHook('onRoute', (route) => {
    if (route.config?.cache) {
      route.onRequest = [takeTicket, ...[route.onRequest ?? []].flat()]
      answers.addresses.add(route.url, queryNamesOf(route))
    }
    if (route.config?.atOnce) answers.atOnce.set(route.url, answerAtOnce(answers, route))
  })

  function takeTicket(request: FastifyRequest, _reply: FastifyReply, next: () => void): void {
    if (isCacheable(request)) request.cacheTicket = answers.cache.ticket()
    next()
  }

  api.addHook('onSend', (request, reply, payload, next) => {
    if (!isForAnybody(request, reply)) {
      void reply.header('cache-control', 'no-store')
      next(null, payload)
      return
    }
    void reply.header('vary', 'Authorization')
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', PUBLIC)
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) {
      next(null, payload)
      return
    }
    const body = Buffer.from(payload)
    const etag = etagOf(body)
    store(answers, request, reply, { body, etag })
    next(null, revalidated(request, reply.header('etag', etag), etag) ? null : body)
  })
  done()
})

/** A visitor with a token may see more, and must see changes at once. */
function isCacheable({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  return method === 'GET' && headers.authorization === undefined
}

/** The response to a guest for this path with query, if it is cached or can be computed synchronously. */
export function findForGuest(
  { cache, addresses, atOnce }: CachedResponses,
  address: string,
): CachedResponse | undefined {
  const key = addresses.keyOf(address)
  const cached = key === undefined ? undefined : cache.get(key)
  if (cached) return cached
  const queryAt = address.indexOf('?')
  const workOut = atOnce.get(queryAt < 0 ? address : address.slice(0, queryAt))
  return workOut?.(address, queryAt < 0 ? '' : address.slice(queryAt + 1))
}

/** For a route with `config.atOnce`. Caches the computed response, like all responses of the route. */
function answerAtOnce(answers: CachedResponses, { url: route, config, schema }: RouteOptions) {
  const workOut = config?.atOnce as AnswerAtOnce<Record<string, unknown>>
  const check = fieldwise(schema?.querystring as Schema)

  return (address: string, queryOfAddress: string): CachedResponse | undefined => {
    const query = check?.(readQuery(queryOfAddress))
    const text = query && withoutFailure(() => workOut(query))
    if (text === undefined) return undefined
    const body = Buffer.from(text)
    const answer = toCached({ route, body, etag: etagOf(body), cacheControl: PUBLIC, contentType: JSON_TYPE })
    cacheResponse(answers, {
      since: answers.cache.ticket(),
      address,
      answer,
      rule: config?.cache as CacheRule,
      of: { query, params: {} },
    })
    return answer
  }
}

/** The query parameters that a route reads. */
function queryNamesOf({ schema }: RouteOptions): string[] {
  const query = schema?.querystring as ObjectSchema<AnyObject> | undefined
  return Object.keys(query?.fields ?? {})
}

/**
 * An error thrown before Fastify would end the process. Fastify runs into the same error, responds with 500 and logs
 * it.
 */
function withoutFailure<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

/** Caches a response for all guests. Only what a guest may read gets here, so a closed page is never cached. */
function store(
  answers: CachedResponses,
  request: FastifyRequest,
  reply: FastifyReply,
  { body, etag }: { body: Buffer; etag: string },
): void {
  const { cacheTicket: since, routeOptions, url: address } = request
  if (since === undefined) return
  const answer = toCached({
    route: String(routeOptions.url),
    body,
    etag,
    cacheControl: String(reply.getHeader('cache-control')),
    contentType: String(reply.getHeader('content-type')),
  })
  cacheResponse(answers, { since, address, answer, rule: routeOptions.config.cache as CacheRule, of: request })
}

function toCached(parts: {
  route: string
  body: Buffer
  etag: string
  cacheControl: string
  contentType: string
}): CachedResponse {
  const { route, body, etag, cacheControl, contentType } = parts
  const headers = ['cache-control', cacheControl, 'vary', 'Authorization', 'etag', etag]
  return {
    route,
    body,
    etag,
    headers,
    bodyHeaders: ['content-type', contentType, 'content-length', String(body.length)],
  }
}

function cacheResponse(
  { cache, addresses }: CachedResponses,
  cached: {
    since: Ticket
    address: string
    answer: CachedResponse
    rule: CacheRule
    of: Parameters<CacheRule['tags']>[0]
  },
): void {
  const { since, address, answer, rule, of } = cached
  const key = addresses.keyOf(address)
  if (key === undefined) return
  cache.set(since, key, answer, { ...rule, tags: rule.tags(of), bytes: answer.body.length + AROUND_BODY_BYTES })
}

/** Turns the response into a 304 for a browser that already has it. */
function revalidated(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  if (!isKnownEtag(etag, request.headers['if-none-match'])) return false
  void reply.code(304).removeHeader('content-type')
  return true
}

function isForAnybody({ method, headers }: FastifyRequest, { statusCode }: FastifyReply): boolean {
  return (method === 'GET' || method === 'HEAD') && statusCode === 200 && headers.authorization === undefined
}
