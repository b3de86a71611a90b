import { hostname } from 'node:os'
import type { PoolConfig } from 'pg'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS

/** The size of a connection pool, and its timeouts. */
export interface PoolSettings extends Pick<
  PoolConfig,
  | 'max'
  | 'connectionTimeoutMillis'
  | 'statement_timeout'
  | 'idle_in_transaction_session_timeout'
  | 'application_name'
  | 'keepAlive'
  | 'keepAliveInitialDelayMillis'
> {
  /** A connection that does not respond to a query within this time is destroyed. Absent: no limit. */
  responseTimeoutMs?: number
}

const NAME_MAX_LENGTH = 63

/** The first word of every session's name. */
export const PROGRAM_NAME = 'pomnim'

/** Identifies the session in pg_stat_activity. */
function nameOfSession(role = ''): string {
  return `${PROGRAM_NAME} ${role}${process.pid} at ${hostname()}`.slice(0, NAME_MAX_LENGTH)
}

const EVERYWHERE = {
  // The operating system also detects a vanished peer, only later.
  keepAlive: true,
  keepAliveInitialDelayMillis: 30 * SECOND_MS,
  application_name: nameOfSession(),
}

const REQUEST_CONNECTIONS = 10
/** Few, so that jobs leave the server's connections to requests. */
export const BACKGROUND_CONNECTIONS = 2

/**
 * A user waits, so a dead connection must be replaced within ten seconds. The server's own statement timeout is the
 * shorter one, so that an abandoned statement does not continue to run. The idle timeout ends abandoned transactions,
 * and frees their locks.
 */
export const FOR_REQUESTS: PoolSettings = {
  ...EVERYWHERE,
  max: REQUEST_CONNECTIONS,
  connectionTimeoutMillis: 3 * SECOND_MS,
  statement_timeout: 7 * SECOND_MS,
  responseTimeoutMs: 8 * SECOND_MS,
  idle_in_transaction_session_timeout: 5 * SECOND_MS,
}

/**
 * The same limits for sessions of a pooler: it rejects them as startup parameters, so each session is configured by a
 * statement.
 */
export function forPooler({
  statement_timeout = 0,
  idle_in_transaction_session_timeout = 0,
  ...settings
}: PoolSettings): PoolSettings & Pick<PoolConfig, 'onConnect'> {
  const limits = `set statement_timeout = ${statement_timeout};
    set idle_in_transaction_session_timeout = ${idle_in_transaction_session_timeout}`
  return {
    ...settings,
    onConnect(client) {
      // Processed before any later query. If it fails, the connection is broken, and the later query fails too.
      client.query(limits).catch(() => undefined)
    },
  }
}

/** Jobs: the first run over a large table may take minutes. */
export const FOR_BACKGROUND: PoolSettings = {
  ...EVERYWHERE,
  max: BACKGROUND_CONNECTIONS,
  connectionTimeoutMillis: 10 * SECOND_MS,
  statement_timeout: 14 * MINUTE_MS,
  responseTimeoutMs: 15 * MINUTE_MS,
  idle_in_transaction_session_timeout: MINUTE_MS,
}

/**
 * Whole tables, read in batches: each may take as long as a busy database needs, and a lost connection affects only its
 * own batch.
 */
export const FOR_BULK_READS: PoolSettings = {
  ...EVERYWHERE,
  max: 1,
  connectionTimeoutMillis: 10 * SECOND_MS,
  statement_timeout: 2 * MINUTE_MS,
  responseTimeoutMs: 2 * MINUTE_MS + 5 * SECOND_MS,
  idle_in_transaction_session_timeout: MINUTE_MS,
}

/** No time limit: an index over a million rows takes long, and another process may be building it while we wait. */
export const FOR_MIGRATIONS: PoolSettings = { ...EVERYWHERE, max: 1, connectionTimeoutMillis: 10 * SECOND_MS }

/**
 * The same for the CLI, which also queries what it waits for. Named differently from a server, because in two
 * containers both may have the same process id and host name.
 */
export const FOR_OPERATOR: PoolSettings = {
  ...FOR_MIGRATIONS,
  max: 3,
  application_name: nameOfSession('operator '),
}
