import inject, { type DispatchFunc, type InjectOptions } from 'light-my-request'
import type { Socket } from 'node:net'
import fp from 'fastify-plugin'
import type { ErrorBody } from '@contract/errors'
import { API_BASE_PATH } from '@contract/paths'
import { throttledLog } from '../lib/log'
import { createVisitorPlaces } from '../lib/visitor-places'
import { limitRequests } from './visitor-requests'

const SECOND_MS = 1000

/** For Fastify's HTTP server. */
export const SERVER_LIMITS = {
  http: {
    // Browsers send their headers at once, even over a bad network.
    headersTimeout: 30 * SECOND_MS,
    maxHeaderSize: 16 * 1024,
    connectionsCheckingInterval: 5 * SECOND_MS,
  },
  // Longer than proxies hold idle connections: they close first, and never send a request over a connection that has just ended.
  keepAliveTimeout: 72 * SECOND_MS,
  // For any request as a whole, even if data flows all the time: enough for a gigabyte over EDGE.
  requestTimeout: 12 * 3600 * SECOND_MS,
}

const TOO_SLOW = 'Запрос передавался слишком долго. Проверьте связь и попробуйте ещё раз.'
const HEADERS_TOO_LARGE = 'Заголовки запроса слишком большие.'
const NOT_UNDERSTOOD = 'Запрос не удалось разобрать.'

const REFUSALS = {
  400: ['Bad Request', NOT_UNDERSTOOD],
  408: ['Request Timeout', TOO_SLOW],
  431: ['Request Header Fields Too Large', HEADERS_TOO_LARGE],
} as const

interface Options {
  max: number
  trustProxy: number
}

/**
 * Limits the number of connections, in total and per visitor. Behind a proxy all come from the proxy's IP address:
 * there the concurrent requests of each visitor are counted instead.
 */
export const limitedConnections = fp<Options>((app, { max, trustProxy }, done) => {
  const { server } = app
  const logRefusal = throttledLog((details) => app.log.warn(details, 'connections are refused'))
  server.maxConnections = max
  server.on('drop', () => {
    // Idle keep-alive connections make room for the next visitor.
    server.closeIdleConnections()
    logRefusal({ max })
  })

  const places = createVisitorPlaces(max)
  if (trustProxy === 0) server.on('connection', countConnection)
  else limitRequests(app, places)
  done()

  function countConnection(socket: Socket): void {
    const address = socket.remoteAddress ?? ''
    const refusal = places.refusal(address)
    // Idle connections make room.
    if (refusal === 'crowded') server.closeIdleConnections()
    if (refusal) {
      logRefusal(refusal === 'crowded' ? { max } : { maxOfOne: places.maxOfOne })
      socket.destroy()
    } else socket.once('close', places.take(address))
  }
})

/** Writes an error response directly to a socket, in the usual shape, and closes it. */
export type RefuseOnSocket = (socket: Socket, status: keyof typeof REFUSALS) => void

/**
 * Responds to what Node could not parse as a request: headers too slow or too large, letters in the URL that are not
 * escaped, or not HTTP at all.
 */
export function respondToBrokenRequest(refuse: RefuseOnSocket, dispatch: DispatchFunc) {
  return ({ code, rawPacket }: NodeJS.ErrnoException & { rawPacket?: unknown }, socket: Socket): void => {
    const unescaped = code === 'HPE_INVALID_URL' ? unescapedRequest(rawPacket) : undefined
    if (unescaped) {
      const asked = { ...unescaped, remoteAddress: socket.remoteAddress ?? '' }
      respondTo(asked, socket, dispatch).catch(() => refuse(socket, 400))
    } else if (code === 'ERR_HTTP_REQUEST_TIMEOUT') refuse(socket, 408)
    else if (code === 'HPE_HEADER_OVERFLOW') refuse(socket, 431)
    else refuse(socket, 400)
  }
}

/** What the API answers fits into memory; a film would not. */
const UNESCAPED_REQUEST = new RegExp(`^GET (${API_BASE_PATH}/\\S+) HTTP/1\\.[01]$`)

/** A request of the API that came whole. Undefined for all else. */
function unescapedRequest(packet: unknown): Required<Pick<InjectOptions, 'url' | 'headers'>> | undefined {
  if (!Buffer.isBuffer(packet)) return undefined
  const [head = '', body] = packet.toString('latin1').split('\r\n\r\n', 2)
  const [line = '', ...lines] = head.split('\r\n')
  const url = UNESCAPED_REQUEST.exec(line)?.[1]
  if (url === undefined || body !== '') return undefined
  const headers = lines.map((text) => {
    const [name = '', ...value] = text.split(':')
    return [name.toLowerCase(), value.join(':').trim()] as const
  })
  return { url: escapeBytes(url), headers: Object.fromEntries(headers) }
}

async function respondTo(asked: InjectOptions, socket: Socket, dispatch: DispatchFunc): Promise<void> {
  const { statusCode, statusMessage, headers, rawPayload } = await inject(dispatch, asked)
  const { connection: _connection, 'transfer-encoding': _encoding, ...others } = headers
  const head = Object.entries({ ...others, 'content-length': rawPayload.length, connection: 'close' }).flatMap(
    ([name, value]) => [value].flat().map((each) => `${name}: ${each}`),
  )
  socket.write([`HTTP/1.1 ${statusCode} ${statusMessage}`, ...head].join('\r\n') + '\r\n\r\n')
  socket.end(rawPayload, () => socket.destroy())
}

/** Escapes what some clients send unescaped. Each character of the text is a byte. */
function escapeBytes(url: string): string {
  return url.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** `headers` are sent with every response, in addition to its own. */
export function socketRefusals(headers: Record<string, string>): RefuseOnSocket {
  return (socket, status) => refuseWith(headers, socket, status)
}

function refuseWith(headers: Record<string, string>, socket: Socket, status: keyof typeof REFUSALS): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const [name, detail] = REFUSALS[status]
  const body = JSON.stringify({ detail } satisfies ErrorBody)
  const head = [
    `HTTP/1.1 ${status} ${name}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}
