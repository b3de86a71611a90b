import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { connectClient } from './hosts'
import { FOR_REQUESTS } from './pool-settings'

/** Whoever listens to changes holds this advisory lock, so that others know whom to ask. Its two numbers mean nothing. */
const LISTENERS = [1_886_350_697, 31] as const
/** The channels of the question and of its answer. */
const QUESTION = 'have_you_heard'
const ANSWER = 'heard'

/**
 * For so long a process trusts that it hears of all changes, without a sign of it. Then it answers nothing from memory, until
 * it hears again.
 */
export const TRUST_MS = 4000
const MARGIN_MS = 250
/** Of a process that vanished with its machine PostgreSQL learns within ten seconds, and nobody waits for it any more. */
const NOTICE_LOST_PEER = `set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 2;
  set tcp_user_timeout = 10000`
const LOOK_AGAIN_MS = 100

/** Makes a connection that listens to changes one of those that are asked. It does not answer before it hears of changes. */
export async function beAsked(client: pg.Client): Promise<void> {
  client.on('notification', ({ channel, payload }) => {
    if (channel !== QUESTION) return
    // All that was announced before the question was dropped before this line. A lost connection is no answer.
    client.query(`select pg_notify('${ANSWER}', $1 || pg_backend_pid())`, [payload]).catch(() => undefined)
  })
  await client.query(NOTICE_LOST_PEER)
  await client.query(`listen ${QUESTION}`)
  await client.query(`select pg_advisory_lock_shared(${LISTENERS.join(', ')})`)
}

/**
 * Resolves once every process has heard of all that is committed by now, or trusts its memory no more. So what was taken from
 * the public is shown by none of them from then on. Takes some milliseconds, or `TRUST_MS` when a process is silent.
 */
export async function untilHeardByAll(connectionString: string): Promise<void> {
  const over = AbortSignal.timeout(TRUST_MS + MARGIN_MS)
  const isOver = new Promise<void>((resolve) => over.addEventListener('abort', () => resolve(), { once: true }))
  // Without an answer nobody knows whether all have heard: then it takes the whole time.
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
    // Looked up again and again: of a process that has ended no answer comes.
    while (!over.aborted && !(await listenersOf(client)).every((pid) => answers.has(pid))) {
      const nextAnswer = new Promise<void>((resolve) => (onAnswer = resolve))
      await Promise.race([nextAnswer, pause(LOOK_AGAIN_MS, undefined, { ref: false })])
    }
  } finally {
    // A polite end to a peer that is gone would keep the socket open for a quarter of an hour.
    client.connection.stream.destroy()
  }
}

/** The sessions that listen to changes, by the numbers of their server processes. */
async function listenersOf(client: pg.Client): Promise<number[]> {
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_locks
     where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
       and classid = $1 and objid = $2 and objsubid = 2 and granted`,
    [...LISTENERS],
  )
  return rows.map(({ pid }) => pid)
}
