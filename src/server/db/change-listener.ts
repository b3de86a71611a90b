import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type ChangeFeed, LISTEN } from './change-feed'
import { FOR_REQUESTS } from './pool-settings'

const SECOND_MS = 1000
const CONNECT_WITHIN_MS = 3 * SECOND_MS
/** Over a network that fell silent, changes are missed for two of these at most before it is noticed. */
const PULSE_MS = 2 * SECOND_MS
const RETRY_MS = SECOND_MS

const PULSE_CHANNEL = 'pulse'

export interface ChangeListener {
  stop(): Promise<void>
}

/**
 * Listens to the changes of all processes, on a connection of its own: those of a pool close when they are idle. While
 * there is none the feed is ended. Returns once the first attempt to connect has succeeded or failed.
 */
export async function listenForChanges(connectionString: string, feed: ChangeFeed): Promise<ChangeListener> {
  const stopping = new AbortController()
  const { signal } = stopping

  async function keepListening(onFirstAttempt: () => void): Promise<void> {
    while (!signal.aborted) {
      await listen(connectionString, feed, signal, onFirstAttempt).catch(() => undefined)
      feed.end()
      onFirstAttempt()
      await pause(RETRY_MS, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }

  let onFirstAttempt = (): void => undefined
  const firstAttempt = new Promise<void>((resolve) => (onFirstAttempt = resolve))
  const ended = keepListening(onFirstAttempt)
  await firstAttempt
  return {
    async stop() {
      stopping.abort()
      await ended
    },
  }
}

/** Listens until the connection is lost or `stop` is aborted. Rejects when there is none. */
async function listen(
  connectionString: string,
  feed: ChangeFeed,
  stop: AbortSignal,
  onReady: () => void,
): Promise<void> {
  const client = new pg.Client({
    connectionString,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    application_name: FOR_REQUESTS.application_name,
  })
  const over = new Promise<void>((resolve) => {
    const end = () => resolve()
    client.on('error', end).on('end', end)
    stop.addEventListener('abort', end, { once: true })
  })
  client.on('notification', (notification) => feed.receive(notification))
  try {
    await client.connect()
    await Promise.race([client.query(`${LISTEN}; listen ${PULSE_CHANNEL}`), over])
    feed.begin()
    onReady()
    await Promise.race([over, lossOfPulse(client)])
  } finally {
    // A polite end to a peer that is gone would keep the socket open for a quarter of an hour.
    client.connection.stream.destroy()
  }
}

/**
 * Resolves when the connection brings no notification any more: because the network is silent, or because a proxy
 * between passes queries on over other connections.
 */
function lossOfPulse(client: pg.Client): Promise<void> {
  return new Promise((resolve) => {
    let isHeard = true
    client.on('notification', () => (isHeard = true))
    const timer = setInterval(() => {
      const wasHeard = isHeard
      isHeard = false
      if (wasHeard) client.query(`notify ${PULSE_CHANNEL}`).catch(() => resolve())
      else resolve()
    }, PULSE_MS).unref()
    client.on('end', () => clearInterval(timer))
  })
}
