import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { connectClient } from './hosts'
import { FOR_REQUESTS } from './pool-settings'

/** Every listener holds this advisory lock, so that others know whom to ask. Its two numbers are arbitrary. */
const LISTENERS = [1_886_350_697, 31] as const
/** The channels of the question and of its answer. */
const QUESTION = 'have_you_heard'
const ANSWER = 'heard'

/**
 * How long a process trusts, without a sign, that it receives all changes. Then it serves nothing from memory, until it
 * receives again.
 */
export const TRUST_MS = 4000
const MARGIN_MS = 250
/**
 * PostgreSQL notices within ten seconds that a process vanished with its machine, and then no one waits for it any
 * more.
 */
const NOTICE_LOST_PEER = `set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 2;
  set tcp_user_timeout = 10000`
const LOOK_AGAIN_MS = 100

/**
 * Registers a listening connection as one that must acknowledge changes. It does not acknowledge before it receives
 * changes.
 */
export async function register(client: pg.Client): Promise<void> {
  client.on('notification', ({ channel, payload }) => {
    if (channel !== QUESTION) return
    // Everything announced before the question was evicted before this line. A lost connection does not acknowledge.
    client.query(`select pg_notify('${ANSWER}', $1 || pg_backend_pid())`, [payload]).catch(() => undefined)
  })
  await client.query(NOTICE_LOST_PEER)
  await client.query(`listen ${QUESTION}`)
  await client.query(`select pg_advisory_lock_shared(${LISTENERS.join(', ')})`)
}

/**
 * Resolves once every process has received all changes committed by now, or has stopped trusting its memory. So a page
 * that was closed to the public is not shown by any of them from then on. Takes some milliseconds, or `TRUST_MS` when a
 * process is silent.
 */
export async function waitForAcknowledgements(connectionString: string): Promise<void> {
  const over = AbortSignal.timeout(TRUST_MS + MARGIN_MS)
  const isOver = new Promise<void>((resolve) => over.addEventListener('abort', () => resolve(), { once: true }))
  // On an error it is unknown whether all have acknowledged: then wait for the full time.
  const allHeard = askAll(connectionString, over).catch(() => isOver)
  await Promise.race([allHeard, isOver])
}

async function askAll(connectionString: string, over: AbortSignal): Promise<void> {
  const client = await connectClient({
    connectionString,
    connectionTimeoutMillis: TRUST_MS,
    application_name: FOR_REQUESTS.application_name,
  })
  const question = `${randomUUID()} `
  const answers = new Set<number>()
  let onAnswer: () => void = () => undefined
  client.on('notification', ({ payload = '' }) => {
    if (!payload.startsWith(question)) return
    answers.add(Number(payload.slice(question.length)))
    onAnswer()
  })
  try {
    await client.query(`listen ${ANSWER}`)
    await client.query(`select pg_notify('${QUESTION}', $1)`, [question])
    // Look the listeners up again, because a process that has ended does not acknowledge.
    while (!over.aborted && !(await listenersOf(client)).every((pid) => answers.has(pid))) {
      const nextAnswer = new Promise<void>((resolve) => (onAnswer = resolve))
      await Promise.race([nextAnswer, pause(LOOK_AGAIN_MS, undefined, { ref: false })])
    }
  } finally {
    // A graceful close to a peer that is gone would hold the socket open for a quarter of an hour.
    client.connection.stream.destroy()
  }
}

/** The sessions that listen to changes, by the process ids of their backends. */
async function listenersOf(client: pg.Client): Promise<number[]> {
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_locks
     where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
       and classid = $1 and objid = $2 and objsubid = 2 and granted`,
    [...LISTENERS],
  )
  return rows.map(({ pid }) => pid)
}
