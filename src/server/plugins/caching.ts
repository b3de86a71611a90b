import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { ChangeFeed } from '../db/change-feed'
import { type AnswerCache, createAnswerCache, type Ticket } from '../lib/answer-cache'
import { etagOf, isKnownEtag } from '../lib/etag'
import type { KeepRule } from '../lib/kept-answer'
import { type Front, type ReadyAnswer, writeAnswer } from './front'

/** Long enough for many visitors at once, short enough that deleted things disappear soon. */
const PUBLIC_SECONDS = 3
const PUBLIC = `public, max-age=${PUBLIC_SECONDS}`
/** Room for thousands of lists and pages. */
const KEPT_MAX_BYTES = 16 * 1024 ** 2
/** About what an answer takes beside its body. */
const AROUND_BODY_BYTES = 500

interface KeptAnswer {
  route: string
  body: Buffer
  etag: string
  /** Names and values by turns, as Node writes them: those of the body, and those of a 304 too. */
  bodyHeaders: readonly string[]
  headers: readonly string[]
}

export type KeptAnswers = AnswerCache<KeptAnswer>

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for an answer that is to be kept. */
    keepingSince: Ticket | undefined
  }
}

/** What guests are answered by the API, dropped as it changes. */
export function createKeptAnswers(changes: Pick<ChangeFeed, 'follow'>): KeptAnswers {
  const answers = createAnswerCache<KeptAnswer>({ maxBytes: KEPT_MAX_BYTES })
  changes.follow(answers)
  return answers
}

/** Answers what is kept, before a request is looked at further. `headers` are sent with every answer of the server. */
export const keptAnswers = fp<{ answers: KeptAnswers; headers: Record<string, string>; front: Front }>(
  (app, { answers, headers, front }, done) => {
    const headersOfAll = Object.entries(headers).flat()

    function find(request: IncomingMessage): ReadyAnswer | undefined {
      const answer = mayBeKept(request) ? answers.get(request.url ?? '') : undefined
      if (!answer) return undefined
      const { route, body, etag } = answer
      return isKnownEtag(etag, request.headers['if-none-match'])
        ? { route, status: 304, headers: [...headersOfAll, ...answer.headers] }
        : { route, status: 200, headers: [...headersOfAll, ...answer.headers, ...answer.bodyHeaders], body }
    }

    front.answerFrom(find)

    // What the server asks of itself to render a page comes over no connection.
    app.addHook('onRequest', (request, reply, next) => {
      const answer = request.raw.socket instanceof Socket ? undefined : find(request.raw)
      if (answer) writeAnswer(reply.hijack().raw, answer)
      else next()
    })
    done()
  },
)

/**
 * Cache headers of the API. Public answers may be cached for a few seconds, and are then revalidated by ETag. All other
 * answers are never cached, so people with a token see their own changes at once.
 *
 * A route may set its own cache-control for a public answer. It must do so when its address contains a secret. What a
 * guest is answered on a route with `config.keep` is kept for `keptAnswers` too.
 */
export const caching = fp<{ answers: KeptAnswers }>((api, { answers }, done) => {
  api.decorateRequest('keepingSince')

  api.addHook('onRoute', (route) => {
    if (route.config?.keep) route.onRequest = [takeTicket, ...[route.onRequest ?? []].flat()]
  })

  function takeTicket(request: FastifyRequest, _reply: FastifyReply, next: () => void): void {
    if (mayBeKept(request)) request.keepingSince = answers.ticket()
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
    keep(answers, request, reply, { body, etag })
    next(null, revalidated(request, reply.header('etag', etag), etag) ? null : body)
  })
  done()
})

/** A visitor with a token may see more, and has to see changes at once. */
function mayBeKept({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  return method === 'GET' && headers.authorization === undefined
}

/** Keeps an answer for everybody. Only what a guest may read gets here, so a closed page is never kept. */
function keep(
  answers: KeptAnswers,
  request: FastifyRequest,
  reply: FastifyReply,
  { body, etag }: { body: Buffer; etag: string },
): void {
  const { keepingSince } = request
  if (keepingSince === undefined) return
  const rule = request.routeOptions.config.keep as KeepRule
  const headers = ['cache-control', String(reply.getHeader('cache-control')), 'vary', 'Authorization', 'etag', etag]
  const bodyHeaders = ['content-type', String(reply.getHeader('content-type')), 'content-length', String(body.length)]
  const bytes = body.length + AROUND_BODY_BYTES
  const answer = { route: String(request.routeOptions.url), body, etag, headers, bodyHeaders }
  answers.keep(keepingSince, request.url, answer, { ...rule, tags: rule.tags(request), bytes })
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
