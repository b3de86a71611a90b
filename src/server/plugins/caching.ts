import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { ChangeFeed } from '../db/change-feed'
import { type AnswerCache, createAnswerCache, type Ticket } from '../lib/answer-cache'
import { etagOf, isKnownEtag } from '../lib/etag'
import type { KeepRule } from '../lib/kept-answer'

/** Long enough for many visitors at once, short enough that deleted things disappear soon. */
const PUBLIC_SECONDS = 3
const PUBLIC = `public, max-age=${PUBLIC_SECONDS}`
/** Room for thousands of lists and pages. */
const KEPT_MAX_BYTES = 16 * 1024 ** 2
/** About what an answer takes beside its body. */
const AROUND_BODY_BYTES = 500

interface KeptAnswer {
  body: Buffer
  etag: string
  headers: Record<string, string>
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for an answer that is to be kept. */
    keepingSince: Ticket | undefined
    /** The answer that was found kept. */
    keptAnswer: KeptAnswer | undefined
  }
}

/**
 * Cache headers of the API. Public answers may be cached for a few seconds, and are then revalidated by ETag. All other
 * answers are never cached, so people with a token see their own changes at once.
 *
 * A route may set its own cache-control for a public answer. It must do so when its address contains a secret. What a
 * guest is answered on a route with `config.keep` is kept here too, and answered before the request is looked at further.
 */
export const caching = fp<{ changes: Pick<ChangeFeed, 'follow'> }>((api, { changes }, done) => {
  const answers = createAnswerCache<KeptAnswer>({ maxBytes: KEPT_MAX_BYTES })
  changes.follow(answers)
  api.decorateRequest('keepingSince')
  api.decorateRequest('keptAnswer')

  api.addHook('onRoute', (route) => {
    if (route.config?.keep) route.onRequest = [answerFromKept(answers), ...[route.onRequest ?? []].flat()]
  })

  api.addHook('onSend', (request, reply, payload, next) => {
    if (request.keptAnswer) {
      next(null, payload)
      return
    }
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
    keep(answers, request, reply, { body, etag })
    next(null, revalidated(request, reply.header('etag', etag), etag) ? null : body)
  })
  done()
})

function answerFromKept(answers: AnswerCache<KeptAnswer>) {
  return (request: FastifyRequest, reply: FastifyReply, next: () => void): void => {
    // A visitor with a token may see more, and has to see changes at once.
    if (request.method !== 'GET' || request.headers.authorization !== undefined) {
      next()
      return
    }
    const answer = answers.get(request.url)
    if (!answer) {
      request.keepingSince = answers.ticket()
      next()
      return
    }
    request.keptAnswer = answer
    const { body, etag, headers } = answer
    void reply.headers(headers)
    void reply.send(revalidated(request, reply, etag) ? null : body)
  }
}

/** Keeps an answer for everybody. Only what a guest may read gets here, so a closed page is never kept. */
function keep(
  answers: AnswerCache<KeptAnswer>,
  request: FastifyRequest,
  reply: FastifyReply,
  { body, etag }: { body: Buffer; etag: string },
): void {
  const { keepingSince } = request
  if (keepingSince === undefined) return
  const rule = request.routeOptions.config.keep as KeepRule
  const headers = {
    'content-type': String(reply.getHeader('content-type')),
    'cache-control': String(reply.getHeader('cache-control')),
    vary: 'Authorization',
    etag,
  }
  const bytes = body.length + AROUND_BODY_BYTES
  answers.keep(keepingSince, request.url, { body, etag, headers }, { ...rule, tags: rule.tags(request), bytes })
}

/** Turns the answer into 304 for a browser that has it already. */
function revalidated(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  if (!isKnownEtag(etag, request.headers['if-none-match'])) return false
  void reply.code(304).removeHeader('content-type')
  return true
}

function isForAnybody({ method, headers }: FastifyRequest, { statusCode }: FastifyReply): boolean {
  return (method === 'GET' || method === 'HEAD') && statusCode === 200 && headers.authorization === undefined
}
