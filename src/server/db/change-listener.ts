import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { type ChangeFeed, LISTEN } from './change-feed'
import { register, TRUST_MS } from './acknowledgements'
import { connectClient } from './hosts'
import { FOR_REQUESTS } from './pool-settings'

const SECOND_MS = 1000
const CONNECT_WITHIN_MS = 3 * SECOND_MS
/** Two pulses fit into the trust period, because one may be late. */
const PULSE_MS = TRUST_MS / 2
const RETRY_MS = SECOND_MS

const PULSE_CHANNEL = 'pulse'

export interface ChangeListener {
  stop(): Promise<void>
}

/**
 * Listens to the changes of all processes, on a dedicated connection, because those of a pool close when they are idle.
 * Without a connection, or when it is silent, the feed is ended. Returns once the first attempt has succeeded or
 * failed.
 */
export async function listenForChanges(connectionString: string, feed: ChangeFeed): Promise<ChangeListener> {
  const stopping = new AbortController()
  const { signal } = stopping

  async function listenUntilClosed(onFirstAttempt: () => void): Promise<void> {
    while (!signal.aborted) {
      await listen(connectionString, feed, signal, onFirstAttempt).catch(() => undefined)
      feed.end()
      onFirstAttempt()
      await pause(RETRY_MS, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }

  let onFirstAttempt = (): void => undefined
  const firstAttempt = new Promise<void>((resolve) => (onFirstAttempt = resolve))
  const ended = listenUntilClosed(onFirstAttempt)
  await firstAttempt
  return {
    async stop() {
      stopping.abort()
      await ended
    },
  }
}

/** Listens until a connection is lost or `stop` is aborted. Rejects when there is no connection, or it is silent. */
async function listen(
  connectionString: string,
  feed: ChangeFeed,
  stop: AbortSignal,
  onReady: () => void,
): Promise<void> {
  const clients: pg.Client[] = []
  let end: () => void = () => undefined
  const over = new Promise<void>((resolve) => (end = resolve))
  stop.addEventListener('abort', end, { once: true })
  const open = async () => {
    const client = await connectClient({
      connectionString,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
      application_name: FOR_REQUESTS.application_name,
    })
    clients.push(client.on('error', end).on('end', end))
    return client
  }
  try {
    const [listener, sender] = [await open(), await open()]
    listener.on('notification', (notification) => feed.receive(notification))
    await Promise.race([listener.query(`${LISTEN}; listen ${PULSE_CHANNEL}`), over])
    await Promise.race([register(listener), over])
    const pulse = feelPulse(listener, sender)
    try {
      await Promise.race([pulse.begins, pulse.loss, over])
      if (pulse.isFelt()) feed.begin(pulse.isFelt)
      onReady()
      await Promise.race([over, pulse.loss])
    } finally {
      pulse.stop()
    }
  } finally {
    stop.removeEventListener('abort', end)
    // A graceful close to a peer that is gone would hold the socket open for a quarter of an hour.
    for (const client of clients) client.connection.stream.destroy()
  }
}

/**
 * Sends notifications from one connection to another. Not from the listening one: a transaction pooler forwards the
 * responses to a statement, including the echo of its own notifications, but loses all others.
 *
 * `begins` resolves with the first pulse, `loss` when pulses stop: because the network is silent, or because a pooler
 * does not listen. A received pulse proves that everything announced before it was sent has arrived; `isFelt` is false
 * as soon as that is too long ago, also after a stall of the process itself.
 */
function feelPulse(listener: pg.Client, sender: pg.Client) {
  const own = randomUUID()
  let sentAt = performance.now()
  let heardUpTo = -Infinity
  let begin: () => void = () => undefined
  let lose: () => void = () => undefined
  const begins = new Promise<void>((resolve) => (begin = resolve))
  const loss = new Promise<void>((resolve) => (lose = resolve))
  const send = () => {
    sentAt = performance.now()
    sender.query(`notify ${PULSE_CHANNEL}, '${own}'`).catch(lose)
  }
  listener.on('notification', ({ channel, payload }) => {
    if (channel !== PULSE_CHANNEL || payload !== own) return
    heardUpTo = sentAt
    begin()
  })
  send()
  const timer = setInterval(() => (heardUpTo < sentAt ? lose() : send()), PULSE_MS).unref()
  return {
    begins,
    loss,
    isFelt: () => performance.now() - heardUpTo <= TRUST_MS,
    stop: () => clearInterval(timer),
  }
}
