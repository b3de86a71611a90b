import { AsyncResource } from 'node:async_hooks'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { setImmediate } from 'node:timers'
import type { FastifyInstance } from 'fastify'
import { type ApiError, tooMany, unavailable } from '../lib/api-error'
import { throttledLog } from '../lib/log'
import { networkOf } from '../lib/visitor-network'
import type { NoPlace, VisitorPlaces } from '../lib/visitor-places'
import { leaveBodyUnread } from './unread-body'

const RETRY_AFTER_SECONDS = 5
/** For how long requests begin in one turn of the event loop. */
const TURN_MS = 10

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
export function limitRequests(app: FastifyInstance, places: VisitorPlaces): void {
  const logRefusal = throttledLog((details) => app.log.warn(details, 'requests are refused'))

  app.addHook('onRequest', (request, reply, next) => {
    const { ip, raw } = request
    if (!isOfVisitor(raw)) {
      next()
      return
    }
    const why = places.refusal(ip)
    if (why) {
      logRefusal({ why })
      leaveBodyUnread(raw, reply.raw)
      next(REFUSALS[why])
      return
    }
    whenOver(raw, reply.raw, places.take(ip))
    next()
  })
}

/**
 * Lets requests begin for a moment in each turn of the event loop; the others wait for the next turn, and each network has one begun
 * in its turn. Otherwise hundreds that arrived while the server had no processor would all begin before anything else goes on.
 * Called before other hooks are added: a request whose client leaves while it waits never begins, and they need not know.
 */
export function spreadRequests(app: FastifyInstance): void {
  const waiting = new Map<string, (() => void)[]>()
  let turnBegan: number | undefined
  let turnMs = TURN_MS
  // A server that stops waits for requests that have begun, and for no others.
  app.addHook('preClose', (done) => {
    turnMs = Infinity
    done()
  })

  function hasTime(): boolean {
    if (turnBegan === undefined) {
      turnBegan = performance.now()
      setImmediate(beginTurn)
    }
    return performance.now() - turnBegan < turnMs
  }

  function beginTurn(): void {
    turnBegan = undefined
    for (const [network, queue] of waiting) {
      if (!hasTime()) return
      waiting.delete(network)
      const begin = queue.shift()
      // Behind those of the other networks.
      if (queue.length > 0) waiting.set(network, queue)
      begin?.()
    }
  }

  app.addHook('onRequest', (request, _reply, next) => {
    const { socket } = request.raw
    // Requests that the server injects have no connection.
    if (!(socket instanceof Socket) || (waiting.size === 0 && hasTime())) {
      next()
      return
    }
    const network = networkOf(request.ip)
    const queue = waiting.get(network) ?? []
    waiting.set(network, queue)
    queue.push(
      AsyncResource.bind(() => {
        if (!socket.destroyed) next()
      }),
    )
  })
}

/** Requests that the server injects have no connection. */
function isOfVisitor({ headers, socket }: IncomingMessage): boolean {
  return headers['x-forwarded-for'] !== undefined && socket instanceof Socket
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
