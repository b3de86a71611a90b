import { setImmediate as turnOfEventLoop, setTimeout as pause } from 'node:timers/promises'
import type { Server } from 'node:http'
import { Server as TcpServer } from 'node:net'
import fp from 'fastify-plugin'

const SECOND_MS = 1000
const LOOK_EVERY_MS = 100
/** A client that polls over one connection learns from a response within this time that the connection closes. */
const BREATH_MS = 250
/** A proxy that polls /readyz every two seconds has seen it by then, and has closed its idle connections. */
const NOTICE_MS = 5 * SECOND_MS

const QUICK_TURN_MS = 1
/** A busy server may have no quick turn. */
const TURNS_MAX = 1000

interface StopSettings {
  /** The maximum time for running requests once the server accepts no new ones, in seconds. */
  stopPatience: number
  trustProxy: number
}

/**
 * The maximum time until all requests are done. Behind a proxy the server first continues to accept requests for a few
 * seconds while /readyz reports that it is not ready, so that the proxy sends new ones elsewhere.
 */
export function stopTimes({ stopPatience, trustProxy }: StopSettings): { noticeMs: number; stopTimeoutMs: number } {
  const stopTimeoutMs = stopPatience * SECOND_MS
  return { noticeMs: trustProxy > 0 ? Math.min(NOTICE_MS, stopTimeoutMs) : 0, stopTimeoutMs }
}

/**
 * Lets running requests finish before the server closes. From the start of the shutdown every response closes its
 * connection; idle connections are closed repeatedly once no new ones are accepted. `slowClients` tracks the running
 * requests.
 */
export const stopping = fp<{ settings: StopSettings; onStopping: () => void }>(
  (app, { settings, onStopping }, done) => {
    const { noticeMs, stopTimeoutMs } = stopTimes(settings)
    let isStopping = false

    app.addHook('onRequest', (_request, { raw }, next) => {
      if (isStopping) raw.shouldKeepAlive = false
      next()
    })

    app.addHook('preClose', async () => {
      // Before any response closes its connection: a client that reconnects is then refused, instead of cut off in the
      // queue.
      const isListening = app.server.listening
      if (isListening && noticeMs === 0) takeNoConnections(app.server)
      isStopping = true
      onStopping()
      for (const response of app.responsesUnderWay()) response.shouldKeepAlive = false
      if (!isListening) return
      if (noticeMs > 0) {
        await pause(noticeMs)
        await untilAllAreTaken(app.server)
        takeNoConnections(app.server)
      }
      await pause(BREATH_MS)
      await untilOver(app.server, () => app.responsesUnderWay().length === 0, stopTimeoutMs)
      app.server.closeAllConnections()
    })
    done()
  },
)

/**
 * Waits until the operating system's accept queue is empty: queued connections break when the server stops listening,
 * and a proxy does not repeat a request that changes something. Node accepts one per turn of the event loop, so the
 * queue is empty after a quick turn without any. Those that arrive in the millisecond after it are lost.
 */
async function untilAllAreTaken(server: Server): Promise<void> {
  let taken = 0
  const count = () => {
    taken++
  }
  server.on('connection', count)
  for (let turn = 0; turn < TURNS_MAX; turn++) {
    const [begun, takenBefore] = [performance.now(), taken]
    await turnOfEventLoop()
    if (taken === takenBefore && performance.now() - begun < QUICK_TURN_MS) break
  }
  server.off('connection', count)
}

/** Unlike `close` of an HTTP server it leaves idle connections open: a request may be in flight over one of them. */
function takeNoConnections(server: Server): void {
  TcpServer.prototype.close.call(server)
}

async function untilOver(server: Server, isOver: () => boolean, withinMs: number): Promise<void> {
  const end = performance.now() + withinMs
  do {
    server.closeIdleConnections()
    await pause(LOOK_EVERY_MS)
  } while (!isOver() && performance.now() < end)
}
