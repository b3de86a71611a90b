import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import fp from 'fastify-plugin'
import { TUS_PART_TYPE } from '@contract/upload'
import type { RefuseOnSocket } from './connections'

const SECOND_MS = 1000
const KB = 1024

const CHECK_INTERVAL_MS = 5 * SECOND_MS
/** For a body without files, which has 512 KB at most. */
const BODY_MS = 30 * SECOND_MS
/**
 * For a body with files, which may take hours. A phone on a weak EDGE network is at least five times as fast, and may
 * lose the network for half a minute.
 */
const UPLOAD = { windowMs: 60 * SECOND_MS, minBytes: 64 * KB }
const UPLOAD_TYPES = ['multipart/', TUS_PART_TYPE]
/**
 * For a client that receives a response. A paused player receives nothing either; after a disconnect it requests the
 * rest by Range.
 */
const RESPONSE = { windowMs: 120 * SECOND_MS, minBytes: 16 * KB }
/**
 * For the rest of a rejected body: it is read and discarded, so that the response arrives. A client that pauses has
 * either seen the response or left.
 */
const REFUSED = { windowMs: 5 * SECOND_MS, minBytes: 1 }

declare module 'fastify' {
  interface FastifyInstance {
    /** The responses in progress, except for injected requests. */
    responsesUnderWay(): ServerResponse[]
  }
}

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  socket: Socket
  /** Since when the rest of the body is discarded. */
  respondedAt?: number
  /** What the exchange waits for now, since when, and the number of bytes at that time. */
  waitsFor: Wait
  since: number
  bytesThen: number
}

type Wait = 'body' | 'reader' | 'us'

/**
 * Disconnects slow clients: those that send a body too slowly, or do not read the response. A late body gets a 408. One
 * timer checks all exchanges every few seconds, so that a request needs no timer.
 */
export const slowClients = fp<{ refuse: RefuseOnSocket }>((app, { refuse }, done) => {
  const exchanges = new Set<Exchange>()

  app.decorate('responsesUnderWay', () =>
    [...exchanges].map(({ response }) => response).filter(({ closed }) => !closed),
  )

  app.addHook('onRequest', (request, reply, next) => {
    // Injected requests have no connection.
    if (request.raw.socket instanceof Socket) watch(request.raw, reply.raw)
    next()
  })

  function watch(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request
    const since = performance.now()
    const exchange: Exchange = {
      request,
      response,
      socket,
      waitsFor: 'body',
      since,
      bytesThen: socket.bytesRead,
    }
    exchanges.add(exchange)
    response.once('close', () => {
      if (isOver(exchange)) exchanges.delete(exchange)
      else endSoon(exchange, performance.now())
    })
  }

  function checkAll(): void {
    for (const exchange of exchanges) {
      if (isOver(exchange)) exchanges.delete(exchange)
      else if (isTooSlow(exchange, performance.now())) end(exchange, refuse)
    }
  }

  const timer = setInterval(checkAll, CHECK_INTERVAL_MS).unref()
  app.addHook('onClose', () => clearInterval(timer))
  done()
})

function isUpload({ headers }: IncomingMessage): boolean {
  return UPLOAD_TYPES.some((type) => headers['content-type']?.startsWith(type))
}

function endSoon(exchange: Exchange, now: number): void {
  exchange.respondedAt = now
  startWindow(exchange, exchange.waitsFor, now)
}

function isOver({ request, response, socket }: Exchange): boolean {
  return socket.destroyed || (request.complete && response.closed)
}

function isTooSlow(exchange: Exchange, now: number): boolean {
  const waitsFor = waitOf(exchange)
  if (waitsFor !== exchange.waitsFor) return startWindow(exchange, waitsFor, now)
  const waited = now - exchange.since
  const { respondedAt } = exchange
  if (respondedAt !== undefined && now - respondedAt >= BODY_MS) return true
  if (waitsFor === 'us') return false
  if (waitsFor === 'body' && !isUpload(exchange.request) && respondedAt === undefined) return waited >= BODY_MS

  const { windowMs, minBytes } = windowOf(waitsFor, respondedAt)
  if (waited < windowMs) return false
  if (bytesOf(exchange, waitsFor) - exchange.bytesThen < minBytes) return true
  return startWindow(exchange, waitsFor, now)
}

function windowOf(waitsFor: Wait, respondedAt: number | undefined) {
  if (waitsFor !== 'body') return RESPONSE
  return respondedAt === undefined ? UPLOAD : REFUSED
}

function startWindow(exchange: Exchange, waitsFor: Wait, now: number): false {
  Object.assign(exchange, { waitsFor, since: now, bytesThen: bytesOf(exchange, waitsFor) })
  return false
}

/** What the exchange waits for: data from the client, the client to read, or the server itself (a disk, or a store). */
function waitOf({ request, response, socket }: Exchange): Wait {
  if (!request.complete) return request.readableLength > 0 ? 'us' : 'body'
  return response.headersSent && socket.writableLength > 0 ? 'reader' : 'us'
}

function bytesOf({ socket }: Exchange, waitsFor: Wait): number {
  return waitsFor === 'body' ? socket.bytesRead : bytesTaken(socket)
}

/**
 * Bytes that were passed to the operating system for the client. `bytesWritten` of a socket changes only when a whole
 * write is done, and a response may be a single write. The progress within a write is known to the socket's internal
 * handle, which Node's own timeouts use too. If a later Node hides the handle, a client must receive a whole write
 * within the window.
 */
function bytesTaken(socket: Socket): number {
  const { _handle: handle } = socket as { _handle?: Partial<Record<'bytesWritten' | 'writeQueueSize', number>> | null }
  const { bytesWritten, writeQueueSize } = handle ?? {}
  if (bytesWritten === undefined || writeQueueSize === undefined) return socket.bytesWritten - socket.writableLength
  return bytesWritten - writeQueueSize
}

function end({ response, socket }: Exchange, refuse: RefuseOnSocket): void {
  if (response.headersSent) socket.destroy()
  else refuse(socket, 408)
}
