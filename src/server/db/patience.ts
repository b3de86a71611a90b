import type { PoolConfig } from 'pg'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS

/** How many connections a pool has, and how long they may take for what. */
export interface Patience extends Pick<
  PoolConfig,
  | 'max'
  | 'connectionTimeoutMillis'
  | 'statement_timeout'
  | 'idle_in_transaction_session_timeout'
  | 'keepAlive'
  | 'keepAliveInitialDelayMillis'
> {
  /** Without an answer for so long a connection is destroyed. Absent: it may take for ever. */
  answerWithinMs?: number
}

/** A peer that is gone without a word is noticed by the operating system too, if late. */
const NOTICED = { keepAlive: true, keepAliveInitialDelayMillis: 30 * SECOND_MS }

const REQUEST_CONNECTIONS = 10
/** Few, so that jobs leave the server's connections to requests. */
export const BACKGROUND_CONNECTIONS = 2

/**
 * Somebody waits, and whatever has fallen silent is to be well again within ten seconds. The server ends a statement
 * before we give it up, so that none goes on unheard; and a transaction that we left in the middle, with its locks.
 */
export const FOR_REQUESTS: Patience = {
  ...NOTICED,
  max: REQUEST_CONNECTIONS,
  connectionTimeoutMillis: 3 * SECOND_MS,
  statement_timeout: 7 * SECOND_MS,
  answerWithinMs: 8 * SECOND_MS,
  idle_in_transaction_session_timeout: 5 * SECOND_MS,
}

/** Jobs: the first run over a large table may take minutes. */
export const FOR_BACKGROUND: Patience = {
  ...NOTICED,
  max: BACKGROUND_CONNECTIONS,
  connectionTimeoutMillis: 10 * SECOND_MS,
  statement_timeout: 14 * MINUTE_MS,
  answerWithinMs: 15 * MINUTE_MS,
  idle_in_transaction_session_timeout: MINUTE_MS,
}

/** A new index over a million rows takes as long as it takes, and so does waiting for another process that makes it. */
export const FOR_MIGRATIONS: Patience = { ...NOTICED, max: 1, connectionTimeoutMillis: 10 * SECOND_MS }
