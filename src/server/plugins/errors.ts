import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { INTERNAL_SERVER_ERROR, METHOD_NOT_ALLOWED } from '@contract/errors'
import { TooMuchAtOnce } from '../db/connection-queue'
import { DatabaseAway } from '../db/errors'
import {
  ApiError,
  bodyTooLarge,
  invalid,
  noRoom,
  notFound,
  OUTAGE_RETRY_SECONDS,
  unavailable,
  unreadableBody,
  unsupportedMedia,
} from '../lib/api-error'
import { saysNoRoom } from '../lib/system-errors'
import { throttledLog } from '../lib/log'
import { StoreAway } from '../storage/file-store'
import { leaveBodyUnread } from './unread-body'

const DATABASE_AWAY = 'Сервис временно недоступен. Пожалуйста, попробуйте ещё раз через минуту.'
const TOO_MUCH_AT_ONCE = 'Сейчас здесь сохраняется слишком многое сразу. Пожалуйста, попробуйте через несколько секунд.'
const STORE_AWAY = 'Файлы сейчас недоступны, остальное работает. Пожалуйста, попробуйте ещё раз через минуту.'
/** A full disk stays full until the operator acts. */
const NO_ROOM_EVERY_MS = 60_000
const WRONG_CONTENT_TYPE = 'Тип содержимого запроса не поддерживается.'

/** Fastify's own errors, and our responses to them. */
const FRAMEWORK_REFUSALS: Record<string, () => ApiError> = {
  FST_ERR_CTP_INVALID_JSON_BODY: invalidJson,
  FST_ERR_CTP_EMPTY_JSON_BODY: invalidJson,
  FST_ERR_CTP_BODY_TOO_LARGE: bodyTooLarge,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => unsupportedMedia(WRONG_CONTENT_TYPE),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: unreadableBody,
}

/** Responds to every failure with `{"detail": …}`. Bugs get a 500 without details, and are logged. */
export const errors = fp((app, _options, done) => {
  const knownPaths = rememberPaths(app)
  const outages = [
    {
      isSo: saysNoRoom,
      response: noRoom(),
      log: throttledLog((details) => app.log.error(details, 'no room is left'), { everyMs: NO_ROOM_EVERY_MS }),
    },
    {
      isSo: (error: unknown) => error instanceof DatabaseAway,
      response: unavailable(DATABASE_AWAY, OUTAGE_RETRY_SECONDS),
      log: throttledLog((details) => app.log.error(details, 'database unavailable')),
    },
    {
      isSo: (error: unknown) => error instanceof TooMuchAtOnce,
      response: unavailable(TOO_MUCH_AT_ONCE, OUTAGE_RETRY_SECONDS),
      log: throttledLog((details) => app.log.error(details, 'requests were refused')),
    },
    {
      isSo: (error: unknown) => error instanceof StoreAway,
      response: unavailable(STORE_AWAY, OUTAGE_RETRY_SECONDS),
      log: throttledLog((details) => app.log.error(details, 'the file store is away')),
    },
  ]
  app.setErrorHandler((error: Error & { code?: string }, request, reply) => {
    const outage = error instanceof ApiError ? undefined : outages.find(({ isSo }) => isSo(error))
    if (!outage) return respondToFailure(error, request, reply)
    outage.log({ reason: error.message, code: error.code, reqId: request.id, ...whichRequest(request) })
    return send(reply, outage.response)
  })
  app.setNotFoundHandler((request, reply) => {
    const known = knownPaths.some((pattern) => pattern.test(pathOf(request)))
    return send(reply, known ? new ApiError(405, METHOD_NOT_ALLOWED) : notFound())
  })
  done()
})

function respondToFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = isAbortedBySender(error, request) ? unreadableBody() : asRefusal(error)
  if (refusal) return send(reply, refusal)
  request.log.error({ err: error, ...whichRequest(request) }, 'unexpected failure')
  return send(reply, new ApiError(500, INTERNAL_SERVER_ERROR, {}, { request_id: request.id }))
}

/** For the log: the pattern of the route. The request's URL may contain a secret or a name. */
function whichRequest({ method, routeOptions }: FastifyRequest): object {
  return { method, route: routeOptions.url }
}

/**
 * Whether reading failed because the client disconnected in the middle of the body, which is not the server's failure.
 */
function isAbortedBySender(error: unknown, { raw }: FastifyRequest): boolean {
  return raw.readableAborted && (error as NodeJS.ErrnoException).code === 'ECONNRESET'
}

/** Responds with 404 to a path that cannot be routed: invalid escapes, or an id of a hundred letters. */
export function respondToUnroutablePath(headers: Record<string, string>) {
  return (_error: Error, request: Pick<FastifyRequest, 'raw'>, reply: FastifyReply): void => {
    // Hooks do not run for such a request: none of them sets the headers, or watches for a body that comes too slowly.
    leaveBodyUnread(request.raw, reply.raw)
    void send(reply.headers(headers), notFound())
  }
}

function asRefusal(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error
  const { code = '', name = '' } = error as { code?: string; name?: string }
  if (name === 'SyntaxError' && (error as { statusCode?: number }).statusCode === 400) return invalidJson()
  return FRAMEWORK_REFUSALS[code]?.()
}

function send(reply: FastifyReply, { status, headers, detail, more }: ApiError) {
  // Fastify's `connection: close` goes: a client that is cut off while it sends never sees the response. Node discards the
  // rest.
  if (status === 413) reply.removeHeader('connection')
  // Not the route's serialiser: all errors have the same shape, no matter what the route declares.
  return reply
    .code(status)
    .headers({ 'cache-control': 'no-store', ...headers })
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({ detail, ...more })
}

function invalidJson(): ApiError {
  return invalid([{ type: 'json_invalid', loc: ['body'], msg: 'Тело запроса не является корректным JSON' }])
}

/** Collects the patterns of all routes, to distinguish a wrong method (405) from an unknown path (404). */
function rememberPaths(app: FastifyInstance): RegExp[] {
  const patterns: RegExp[] = []
  app.addHook('onRoute', ({ url }) => {
    if (url.includes('*')) return
    patterns.push(new RegExp(`^${url.replace(/:[^/]+/g, '[^/]+').replace(/\/$/, '')}/?$`))
  })
  return patterns
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? ''
}
