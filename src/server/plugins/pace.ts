import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import fp from 'fastify-plugin'
import type { RefuseOnSocket } from './connections'

const SECOND_MS = 1000
const KB = 1024

const LOOK_EVERY_MS = 5 * SECOND_MS
/** For a body without files: it has 512 KB at most, and mostly a few. */
const BODY_MS = 30 * SECOND_MS
/**
 * For a body with files, which may take hours. A phone at the edge of EDGE sends five times as much and more, and may be
 * without any network for half a minute in between.
 */
const UPLOAD = { windowMs: 60 * SECOND_MS, leastBytes: 64 * KB }
/**
 * For who reads an answer. A player that is paused takes nothing either; cut off, it asks for the rest by Range when it
 * goes on.
 */
const ANSWER = { windowMs: 120 * SECOND_MS, leastBytes: 16 * KB }
/** For any request as a whole, however steadily it comes: a gigabyte by EDGE. */
export const REQUEST_MS = 12 * 3600 * SECOND_MS

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  socket: Socket
  isUpload: boolean
  /** What is waited for now, since when, and how many bytes of it had moved by then. */
  waitsFor: Wait
  since: number
  bytesThen: number
}

type Wait = 'body' | 'reader' | 'us'

/**
 * Ends what holds a connection and does not move: bodies that drip, and answers that nobody takes. A body that is late
 * is answered 408. All exchanges are looked at every few seconds, so that a request by itself costs no timer.
 */
export const pace = fp<{ refuse: RefuseOnSocket }>((app, { refuse }, done) => {
  const exchanges = new Set<Exchange>()

  app.addHook('onRequest', ({ raw: request }, { raw: response }, next) => {
    // Requests that tests inject have no connection.
    if (request.socket instanceof Socket) watch(request, response)
    next()
  })

  function watch(request: IncomingMessage, response: ServerResponse): void {
    const isUpload = request.headers['content-type']?.startsWith('multipart/') ?? false
    const { socket } = request
    const exchange: Exchange = {
      ...{ request, response, socket, isUpload },
      ...{ waitsFor: 'body', since: performance.now(), bytesThen: socket.bytesRead },
    }
    exchanges.add(exchange)
    response.once('close', () => {
      // What still comes of a body that has been answered has the time of a short one.
      if (isOver(exchange)) exchanges.delete(exchange)
      else Object.assign(exchange, { isUpload: false, since: performance.now() })
    })
  }

  function look(): void {
    for (const exchange of exchanges) {
      if (isOver(exchange)) exchanges.delete(exchange)
      else if (isTooSlow(exchange, performance.now())) end(exchange, refuse)
    }
  }

  const looking = setInterval(look, LOOK_EVERY_MS).unref()
  app.addHook('onClose', () => clearInterval(looking))
  done()
})

function isOver({ request, response, socket }: Exchange): boolean {
  return socket.destroyed || (request.complete && response.closed)
}

function isTooSlow(exchange: Exchange, now: number): boolean {
  const waitsFor = waitOf(exchange)
  if (waitsFor !== exchange.waitsFor) return startWindow(exchange, waitsFor, now)
  const waited = now - exchange.since
  if (waitsFor === 'us') return false
  if (waitsFor === 'body' && !exchange.isUpload) return waited >= BODY_MS

  const { windowMs, leastBytes } = waitsFor === 'body' ? UPLOAD : ANSWER
  if (waited < windowMs) return false
  if (bytesOf(exchange, waitsFor) - exchange.bytesThen < leastBytes) return true
  return startWindow(exchange, waitsFor, now)
}

function startWindow(exchange: Exchange, waitsFor: Wait, now: number): false {
  Object.assign(exchange, { waitsFor, since: now, bytesThen: bytesOf(exchange, waitsFor) })
  return false
}

/** Whose turn it is. What has come and was not read yet, or is not written yet, waits for us: for a disk, or a store. */
function waitOf({ request, response, socket }: Exchange): Wait {
  if (!request.complete) return request.readableLength > 0 ? 'us' : 'body'
  return response.headersSent && socket.writableLength > 0 ? 'reader' : 'us'
}

function bytesOf({ socket }: Exchange, waitsFor: Wait): number {
  return waitsFor === 'body' ? socket.bytesRead : bytesTaken(socket)
}

/**
 * Bytes that the system has taken for the reader. A whole answer is one write, and `bytesWritten` of a socket moves when
 * a write is done; what is left of the one under way only its handle tells, by which Node's own timeouts go too. Should
 * a later Node hide the handle, a reader has to take a whole write within the window.
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
