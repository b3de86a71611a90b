import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import { type ApiError, tooMany, unavailable } from '../lib/api-error'
import { throttledLog } from '../lib/throttled-log'
import type { NoPlace, VisitorPlaces } from '../lib/visitor-places'
import type { Front, ReadyAnswer } from './front'
import { addressBehind } from './unexpected-proxy'

const RETRY_AFTER_SECONDS = 5

const REFUSALS: Record<NoPlace, ApiError> = {
  'too many of one': tooMany(
    'С вашего адреса приходит слишком много запросов сразу. Пожалуйста, попробуйте ещё раз через несколько секунд.',
    RETRY_AFTER_SECONDS,
  ),
  crowded: unavailable(
    'Сейчас на сайте слишком много посетителей. Пожалуйста, попробуйте ещё раз через несколько секунд.',
    RETRY_AFTER_SECONDS,
  ),
}

/**
 * Limits the concurrent requests of each visitor, whose IP address the proxy sends: those that wait for their body, are
 * processed, or wait for the client to read the response. Others are rejected at once, without reading the body. A
 * request without such an address is the proxy's own health check.
 */
export function limitRequests(parts: {
  front: Front
  places: VisitorPlaces
  trustProxy: number
  headers: Record<string, string>
  log: Pick<FastifyBaseLogger, 'warn'>
}): void {
  const { front, places, headers, log } = parts
  const addressOf = addressBehind(parts.trustProxy)
  const logRefusal = throttledLog((details) => log.warn(details, 'requests are refused'))
  const answers = {
    'too many of one': answerOf(REFUSALS['too many of one'], headers),
    crowded: answerOf(REFUSALS.crowded, headers),
  }

  front.refuseBy((request) => {
    const why = isOfVisitor(request) ? places.refusal(addressOf(request)) : undefined
    if (!why) return undefined
    logRefusal({ why })
    return answers[why]
  })
  front.onUnderWay((request, response) => {
    if (isOfVisitor(request)) whenOver(request, response, places.take(addressOf(request)))
  })
}

function isOfVisitor({ headers }: IncomingMessage): boolean {
  return headers['x-forwarded-for'] !== undefined
}

function whenOver(request: IncomingMessage, response: ServerResponse, leave: () => void): void {
  response.once('close', () => {
    if (request.complete || request.socket.destroyed) {
      leave()
      return
    }
    // The rest of a rejected body is still arriving.
    request.once('close', leave)
    request.socket.once('close', leave)
  })
}

function answerOf(
  { status, detail, headers: own }: ApiError,
  headers: Record<string, string>,
): Omit<ReadyAnswer, 'route'> {
  const body = Buffer.from(JSON.stringify({ detail }))
  const all = {
    ...headers,
    ...own,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(body.length),
    'cache-control': 'no-store',
  }
  return { status, headers: Object.entries(all).flat(), body }
}
