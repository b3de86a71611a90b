import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { type ChangeFeed, PUBLIC_LISTS, tagOfMemorial } from './change-feed'
import { isPooled, refuseUnfit } from './fitness'
import { connectClient } from './hosts'
import { FOR_REQUESTS } from './pool-settings'
import { nameStatement } from './prepared'
import type { Ask } from './read-batches'
import type { Db } from './schema'

/**
 * A row of the log that triggers write (see migrations/0062-log-of-changes.ts). Rows become visible in the order of
 * commits, which is not that of their ids. So the position of a reader is a snapshot: the transactions that it contains
 * are those whose changes were applied.
 */
export interface LoggedChange {
  /** The transaction. */
  xid: string
  /** `closed` comes in addition when a page is no longer public. */
  kind: 'memorial' | 'lists' | 'closed'
  /** Null for the lists. */
  memorial_id: number | null
}

/** What is read when nothing has changed. */
interface NoChange {
  xid: null
}

/** How long a process serves from memory after it last asked for changes: a closing waits so long for a silent one. */
export const TRUST_MS = 4000
const MARGIN_MS = 250
/** Two pulses fit into the trust period, because one may be late. */
const PULSE_MS = TRUST_MS / 2
const RETRY_MS = 1000
const CONNECT_WITHIN_MS = 3000
const POLL_MS = 4
const POLL_MAX_MS = 100
/** After more changes than this at once, everything is dropped. */
const CHANGES_MAX = 10_000

/** The changes of the current transaction, closings first. */
export const OWN_CHANGES = nameStatement(`
  select xid::text, kind, memorial_id from changes where xid = pg_current_xact_id_if_assigned()
  order by kind limit ${CHANGES_MAX + 1}`)

/**
 * The changes that are in the present snapshot and were not in $1. Without any, a row with nothing but the position. In neither
 * are those out of a dump of another server, whose transactions are still to come here: they would be new at each reading.
 */
const CHANGES_SINCE = `
  select position::text, xid::text, kind, memorial_id
  from (select pg_current_snapshot() as position) as now left join changes
    on xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(xid, $1::pg_snapshot)
      and pg_visible_in_snapshot(xid, position)
  order by kind limit ${CHANGES_MAX + 1}`

/**
 * A promoted standby continues in another history, where the same transaction ids may stand for others. Not
 * pg_control_checkpoint: for some seconds it still names the former one.
 */
const HISTORY = `
  select system_identifier || ' ' || left(pg_walfile_name(pg_current_wal_lsn()), 8) as history from pg_control_system()`

/**
 * The listeners of the release before the log hold this lock, and wait four seconds at most for a holder that does not
 * acknowledge a closing in their way.
 */
const FORMER_LISTENERS = [1_886_350_697, 31] as const
/** PostgreSQL notices within ten seconds that a process vanished with its machine, and releases the lock. */
const NOTICE_LOST_PEER = `set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 2;
  set tcp_user_timeout = 10000`

/**
 * The processes that have not yet applied the transactions $2, apart from $1. One that was silent for ten seconds serves
 * nothing from memory: that is longer than `TRUST_MS`, because the clocks of two hosts may differ. One of a former release
 * never says what it has applied.
 */
const WHO_IS_BEHIND = `
  select 1 from change_readers
  where id <> $1 and at > clock_timestamp() - interval '10 seconds'
    and exists (select from unnest($2::xid8[]) as closing where not pg_visible_in_snapshot(closing, position))
  union all
  select 1 from pg_locks
  where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
    and classid = ${FORMER_LISTENERS[0]} and objid = ${FORMER_LISTENERS[1]} and objsubid = 2 and granted
    and pid not in (select pid from change_readers)
  limit 1`

/** Passes on what was changed, as tags. */
export function applyChanges(feed: ChangeFeed, changes: readonly LoggedChange[]): void {
  if (changes.length > CHANGES_MAX) feed.dropAll()
  else for (const tag of new Set(changes.map(tagOf))) feed.drop(tag)
}

function tagOf({ memorial_id }: LoggedChange): string {
  return memorial_id === null ? PUBLIC_LISTS : tagOfMemorial(memorial_id)
}

const isClosing = ({ kind }: LoggedChange) => kind === 'closed'

interface ChangeLog {
  /**
   * Applies the changes of a transaction that this process has committed. If it closed a page to the public, resolves when
   * no process shows that page any more: after some milliseconds, or `TRUST_MS` if one is silent.
   */
  committed: (changes: readonly LoggedChange[], ask: Ask<{ rows: unknown[] }>) => Promise<void>
  stop: () => Promise<void>
}

/**
 * Follows the changes of all processes over one connection. A notification only wakes it; a pulse asks without one. What
 * was missed while the connection was lost is read afterwards. Returns once the first attempt has succeeded or failed.
 */
export async function followChangeLog(connectionString: string, feed: ChangeFeed): Promise<ChangeLog> {
  const id = randomUUID()
  const stopping = new AbortController()
  const { signal } = stopping
  /** All transactions of this snapshot were applied. */
  let position = ''
  let history: string | undefined
  /** All transactions that were committed by then were applied. */
  let inSyncAt = -Infinity
  const alarm = createAlarm()
  const isInSync = () => performance.now() - inSyncAt <= TRUST_MS

  async function followUntilLost(onReady: () => void): Promise<void> {
    const client = await connectClient({
      connectionString,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
      query_timeout: PULSE_MS,
      application_name: FOR_REQUESTS.application_name,
    })
    try {
      if (await isPooled(client)) await refuseUnfit(connectionString)
      await follow(client, onReady)
    } finally {
      inSyncAt = -Infinity
      // Only now: no closing waits for a process that is not registered.
      if (signal.aborted) await client.query('delete from change_readers where id = $1', [id]).catch(() => undefined)
      // A graceful close to a peer that is gone would hold the socket open for a quarter of an hour.
      client.connection.stream.destroy()
    }
  }

  async function follow(client: pg.Client, onReady: () => void): Promise<void> {
    client.on('notification', () => alarm.ring()).on('end', () => alarm.ring())
    await client.query(`${NOTICE_LOST_PEER}; listen changed`)
    await client.query(`select pg_advisory_lock_shared(${FORMER_LISTENERS.join(', ')})`)
    await register(client)
    let pulseAt = -Infinity
    while (!signal.aborted) {
      alarm.set()
      const sentAt = performance.now()
      const isPulse = sentAt >= pulseAt
      if (isPulse) await publishPosition(client)
      const changes = await readOn(client)
      if (isPulse) {
        // Its row was there before it read, so a page that is closed later waits for this process.
        inSyncAt = sentAt
        pulseAt = sentAt + PULSE_MS
        onReady()
      }
      // The process that closed a page waits for the new position.
      if (changes.some(isClosing)) pulseAt = -Infinity
      else await alarm.wait(pulseAt - performance.now())
    }
  }

  /** Resumes where this process was. Otherwise it starts at the present, and what is in memory may be stale. */
  async function register(client: pg.Client): Promise<void> {
    const { rows: found } = await client.query<{ history: string }>(HISTORY)
    const { rowCount } = await client.query(
      'update change_readers set pid = pg_backend_pid(), at = clock_timestamp() where id = $1',
      [id],
    )
    if (rowCount === 1 && found[0]?.history === history) return
    const { rows } = await client.query<{ position: string }>(
      `insert into change_readers (id, pid, position) values ($1, pg_backend_pid(), pg_current_snapshot())
       on conflict (id) do update set position = excluded.position returning position::text`,
      [id],
    )
    position = rows[0]?.position ?? ''
    history = found[0]?.history
    feed.open(isInSync)
  }

  async function publishPosition(client: pg.Client): Promise<void> {
    const { rowCount } = await client.query(
      'update change_readers set position = $2, at = clock_timestamp() where id = $1',
      [id, position],
    )
    if (rowCount !== 1) throw new Error('this process is no longer registered: changes may have been deleted')
  }

  async function readOn(client: pg.Client): Promise<LoggedChange[]> {
    const { rows } = await client.query<(LoggedChange | NoChange) & { position: string }>(CHANGES_SINCE, [position])
    const changes = rows.filter((row) => row.xid !== null)
    applyChanges(feed, changes)
    position = rows[0]?.position ?? position
    return changes
  }

  async function untilApplied(closings: readonly string[], ask: Ask<{ rows: unknown[] }>): Promise<void> {
    const giveUpAt = performance.now() + TRUST_MS + MARGIN_MS
    for (let wait = POLL_MS; performance.now() < giveUpAt; wait = Math.min(2 * wait, POLL_MAX_MS)) {
      // If it is unknown who is behind, wait for the full time.
      const behind = await ask(WHO_IS_BEHIND, [id, closings]).catch(() => undefined)
      if (behind?.rows.length === 0) return
      await pause(behind ? wait : Math.max(0, giveUpAt - performance.now()))
    }
  }

  async function followUntilStopped(onFirstAttempt: () => void): Promise<void> {
    while (!signal.aborted) {
      await followUntilLost(onFirstAttempt).catch(() => undefined)
      onFirstAttempt()
      await pause(RETRY_MS, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }

  let onFirstAttempt: () => void = () => undefined
  const firstAttempt = new Promise<void>((resolve) => (onFirstAttempt = resolve))
  const ended = followUntilStopped(onFirstAttempt)
  await firstAttempt
  return {
    async committed(changes, ask) {
      applyChanges(feed, changes)
      const closings = [...new Set(changes.filter(isClosing).map(({ xid }) => xid))]
      if (closings.length > 0) await untilApplied(closings, ask)
    },
    async stop() {
      stopping.abort()
      alarm.ring()
      await ended
    },
  }
}

/** `wait` ends after a time, or when it rings, also if that was before it but after `set`. */
function createAlarm() {
  let hasRung = false
  let end: () => void = () => undefined
  return {
    set: () => void (hasRung = false),
    ring() {
      hasRung = true
      end()
    },
    async wait(milliseconds: number): Promise<void> {
      if (hasRung) return
      const timer = setTimeout(() => end(), milliseconds).unref()
      await new Promise<void>((resolve) => (end = resolve))
      clearTimeout(timer)
    },
  }
}

/** Deletes changes that all readers have applied. A reader that was silent for an hour has to start at the present. */
export async function deleteOldChanges(db: Db): Promise<void> {
  await sql`delete from change_readers where at < now() - interval '1 hour'`.execute(db)
  await sql`delete from changes where at < now() - interval '1 hour' and xid < coalesce(
    (select min(pg_snapshot_xmin(position)) from change_readers), pg_snapshot_xmin(pg_current_snapshot()))`.execute(db)
  // Out of a dump of another server, whose transactions have numbers that are still to come here.
  await sql`delete from changes where xid >= pg_snapshot_xmax(pg_current_snapshot())`.execute(db)
}
