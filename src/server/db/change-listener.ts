import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type ChangeFeed, LISTEN } from './change-feed'
import { beAsked, TRUST_MS } from './heard-by-all'
import { FOR_REQUESTS } from './pool-settings'

const SECOND_MS = 1000
const CONNECT_WITHIN_MS = 3 * SECOND_MS
/** Two of these fit into the time of trust: a pulse may be late. */
const PULSE_MS = TRUST_MS / 2
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
    await Promise.race([beAsked(client), over])
    const pulse = feelPulse(client)
    feed.begin(pulse.isFelt)
    onReady()
    await Promise.race([over, pulse.loss])
  } finally {
    // A polite end to a peer that is gone would keep the socket open for a quarter of an hour.
    client.connection.stream.destroy()
  }
}

/**
 * Sends notifications to itself. `loss` resolves when they do not come back any more: because the network is silent, or because
 * a proxy between passes queries on over other connections. Whoever hears one has heard of all that was announced before it
 * was sent; `isFelt` is false as soon as that is too long ago, also where the process itself was held up.
 */
function feelPulse(client: pg.Client): { loss: Promise<void>; isFelt: () => boolean } {
  const own = randomUUID()
  let sentAt = performance.now()
  let heardUpTo = sentAt
  client.on('notification', ({ channel, payload }) => {
    if (channel === PULSE_CHANNEL && payload === own) heardUpTo = sentAt
  })
  const loss = new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      if (heardUpTo < sentAt) {
        resolve()
        return
      }
      sentAt = performance.now()
      client.query(`notify ${PULSE_CHANNEL}, '${own}'`).catch(() => resolve())
    }, PULSE_MS).unref()
    client.on('end', () => clearInterval(timer))
  })
  return { loss, isFelt: () => performance.now() - heardUpTo <= TRUST_MS }
}
