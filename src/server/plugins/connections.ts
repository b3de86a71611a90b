import type { Socket } from 'node:net'
import fp from 'fastify-plugin'
import type { ErrorBody } from '@contract/errors'
import { networkOf } from '../lib/network'
import { throttledLog } from '../lib/throttled-log'

/** One address may have a tenth of all connections, but always enough for several visitors behind one router. */
const SHARE_OF_ONE_ADDRESS = 1 / 10
const MIN_FOR_ONE_ADDRESS = 10

const SECOND_MS = 1000

/** For `http.createServer`. Browsers send their headers at once, even over a bad network. */
export const HEADER_LIMITS = {
  headersTimeout: 30 * SECOND_MS,
  maxHeaderSize: 16 * 1024,
  connectionsCheckingInterval: 5 * SECOND_MS,
}

/** Longer than proxies keep idle connections: they close them first, and send no request over one that has just ended. */
export const KEEP_ALIVE_MS = 72 * SECOND_MS

const TOO_SLOW = 'Запрос передавался слишком долго. Проверьте связь и попробуйте ещё раз.'
const HEADERS_TOO_LARGE = 'Заголовки запроса слишком большие.'
const NOT_UNDERSTOOD = 'Запрос не удалось разобрать.'

const REFUSALS = {
  400: ['Bad Request', NOT_UNDERSTOOD],
  408: ['Request Timeout', TOO_SLOW],
  431: ['Request Header Fields Too Large', HEADERS_TOO_LARGE],
} as const

/**
 * Limits the number of connections, in all and for one address. Behind a proxy all come from the proxy's address, so
 * there the proxy has to limit its clients.
 */
export const limitedConnections = fp<{ max: number; trustProxy: number }>((app, { max, trustProxy }, done) => {
  const { server } = app
  const logRefusal = throttledLog((details) => app.log.warn(details, 'connections are refused'))
  server.maxConnections = max
  server.on('drop', () => {
    // Idle keep-alive connections make room for the next visitor.
    server.closeIdleConnections()
    logRefusal({ max })
  })

  const maxOfOne = Math.max(MIN_FOR_ONE_ADDRESS, Math.floor(max * SHARE_OF_ONE_ADDRESS))
  const connections = new Map<string, number>()
  if (trustProxy === 0) server.on('connection', countByAddress)
  done()

  function countByAddress(socket: Socket): void {
    const network = networkOf(socket.remoteAddress ?? '')
    const count = (connections.get(network) ?? 0) + 1
    connections.set(network, count)
    socket.once('close', () => {
      const rest = (connections.get(network) ?? 1) - 1
      if (rest > 0) connections.set(network, rest)
      else connections.delete(network)
    })
    if (count <= maxOfOne) return
    logRefusal({ maxOfOne })
    socket.destroy()
  }
})

/** Writes an error answer directly to a socket, in the usual shape, and closes it. */
export type RefuseOnSocket = (socket: Socket, status: keyof typeof REFUSALS) => void

/** Answers what Node could not parse as a request: headers too slow or too large, or no HTTP at all. */
export function answerBrokenRequest(refuse: RefuseOnSocket) {
  return ({ code }: NodeJS.ErrnoException, socket: Socket): void => {
    if (code === 'ERR_HTTP_REQUEST_TIMEOUT') refuse(socket, 408)
    else if (code === 'HPE_HEADER_OVERFLOW') refuse(socket, 431)
    else refuse(socket, 400)
  }
}

/** `headers` are sent with every answer, beside its own. */
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
