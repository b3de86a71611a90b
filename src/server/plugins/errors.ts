import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { INTERNAL_SERVER_ERROR, METHOD_NOT_ALLOWED } from '@contract/errors'
import { DatabaseAway } from '../db/database-away'
import {
  ApiError,
  bodyTooLarge,
  invalid,
  notFound,
  unavailable,
  unreadableBody,
  unsupportedMedia,
} from '../lib/api-error'
import { throttledLog } from '../lib/throttled-log'

const DATABASE_AWAY = 'Сервис временно недоступен. Пожалуйста, попробуйте ещё раз через минуту.'
/** A restart of the database takes about as long. */
export const OUTAGE_RETRY_SECONDS = 5
const WRONG_CONTENT_TYPE = 'Тип содержимого запроса не поддерживается.'

/** What Fastify itself refuses, in the shapes of the wire. */
const FRAMEWORK_REFUSALS: Record<string, () => ApiError> = {
  FST_ERR_CTP_INVALID_JSON_BODY: invalidJson,
  FST_ERR_CTP_EMPTY_JSON_BODY: invalidJson,
  FST_ERR_CTP_BODY_TOO_LARGE: bodyTooLarge,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => unsupportedMedia(WRONG_CONTENT_TYPE),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: unreadableBody,
}

/** Every failure leaves as `{"detail": …}`; a bug leaves as nothing more than that, and whole in the log. */
export const errors = fp((app, _options, done) => {
  const knownPaths = rememberPaths(app)
  const tellOfOutage = throttledLog((details) => app.log.error(details, 'the database is away'))
  app.setErrorHandler((error, request, reply) => {
    if (!(error instanceof DatabaseAway)) return answerFailure(error, request, reply)
    tellOfOutage({ reason: error.message, code: error.code, reqId: request.id, ...whichRequest(request) })
    return send(reply, unavailable(DATABASE_AWAY, OUTAGE_RETRY_SECONDS))
  })
  app.setNotFoundHandler((request, reply) => {
    const known = knownPaths.some((pattern) => pattern.test(pathOf(request)))
    return send(reply, known ? new ApiError(405, METHOD_NOT_ALLOWED) : notFound())
  })
  done()
})

function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = isAbortedBySender(error, request) ? unreadableBody() : asRefusal(error)
  if (refusal) return send(reply, refusal)
  request.log.error({ err: error, ...whichRequest(request) }, 'unexpected failure')
  return send(reply, new ApiError(500, INTERNAL_SERVER_ERROR))
}

/** For the log, beside the request's id: the pattern of its route, since its address may hold a secret or a name. */
function whichRequest({ method, routeOptions }: FastifyRequest): object {
  return { method, route: routeOptions.url }
}

/** Who goes away in the middle of a body makes its reading fail. That is no fault of ours, and nobody reads the answer. */
function isAbortedBySender(error: unknown, { raw }: FastifyRequest): boolean {
  return raw.readableAborted && (error as NodeJS.ErrnoException).code === 'ECONNRESET'
}

/** A path too strange to be routed: escapes that mean nothing, or an id of a hundred letters. Nothing is there. */
export function answerUnroutablePath(headers: Record<string, string>) {
  return (_error: Error, _request: unknown, reply: FastifyReply): void => {
    // No hook is run for it, so nobody else sets them.
    void send(reply.headers(headers), notFound())
  }
}

function asRefusal(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error
  const { code = '', name = '' } = error as { code?: string; name?: string }
  if (name === 'SyntaxError' && (error as { statusCode?: number }).statusCode === 400) return invalidJson()
  return FRAMEWORK_REFUSALS[code]?.()
}

function send(reply: FastifyReply, { status, headers, detail }: ApiError) {
  // Answers are declared by status; a refusal has the one shape of all refusals, whatever the route declares.
  return reply
    .code(status)
    .headers({ 'cache-control': 'no-store', ...headers })
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({ detail })
}

function invalidJson(): ApiError {
  return invalid([{ type: 'json_invalid', loc: ['body'], msg: 'Тело запроса не является корректным JSON' }])
}

/** Collects the pattern of each route, to tell a wrong method (405) from an unknown path (404). */
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
