import { setImmediate as turnOfEventLoop, setTimeout as pause } from 'node:timers/promises'
import type { Server } from 'node:http'
import { Server as TcpServer } from 'node:net'
import fp from 'fastify-plugin'
import type { Front } from './front'

const SECOND_MS = 1000
const LOOK_EVERY_MS = 100
/** Whoever asks again and again over one connection is told in an answer within this time that it closes. */
const BREATH_MS = 250
/** A proxy that asks /readyz every two seconds has seen it by then, and has let go of connections that it kept. */
const NOTICE_MS = 5 * SECOND_MS

const QUICK_TURN_MS = 1
/** A busy server may have no quick turn. */
const TURNS_MAX = 1000

export interface StopSettings {
  /** How long running requests may take once the server takes no new ones. */
  stopPatience: number
  trustProxy: number
}

/**
 * How long it takes at most until all requests are over. Behind a proxy the server first goes on taking requests for a few
 * seconds while /readyz says that it is not ready, so that the proxy sends new ones elsewhere.
 */
export function stopTimes({ stopPatience, trustProxy }: StopSettings): { noticeMs: number; patienceMs: number } {
  const patienceMs = stopPatience * SECOND_MS
  return { noticeMs: trustProxy > 0 ? Math.min(NOTICE_MS, patienceMs) : 0, patienceMs }
}

/**
 * Lets running requests end before the server closes. From the first moment every answer closes its connection; those
 * without a request are closed again and again once no new ones are taken. `slowClients` knows the running ones.
 */
export const stopping = fp<{ front: Front; settings: StopSettings; onStopping: () => void }>(
  (app, { front, settings, onStopping }, done) => {
    const { noticeMs, patienceMs } = stopTimes(settings)
    let isStopping = false

    front.onRequest((_request, response) => {
      if (isStopping) response.shouldKeepAlive = false
    })

    app.addHook('preClose', async () => {
      // Before any answer closes its connection: whoever then comes back is refused, and not cut off in the queue.
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
      await untilOver(app.server, () => app.responsesUnderWay().length === 0, patienceMs)
      app.server.closeAllConnections()
    })
    done()
  },
)

/**
 * Until the system holds no connection that the server has not taken: these break when it stops listening, and a proxy does
 * not send what changes something a second time. Node takes one in a turn of the event loop, so none is left after a quick
 * turn without any. Those that come in the millisecond after it are lost.
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

/** Unlike `close` of an HTTP server it leaves idle connections open: a request may be on its way over one of them. */
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
