import type pg from 'pg'
import { connectClient } from './hosts'
import { FOR_MIGRATIONS } from './pool-settings'
import { POOLER_OF_TRANSACTIONS, STANDBY, UnfitDatabaseError } from './unfit-database'

/**
 * What answers at DATABASE_URL: PostgreSQL itself, or a pooler that gives each client a session of its own, or one that
 * changes sessions between transactions.
 */
export type Pooling = 'none' | 'sessions' | 'transactions'

export interface Fitness {
  pooling: Pooling
  /** It repeats another server, and takes no writes. */
  isStandby: boolean
}

/** Sessions that look for one that another has left, each in a transaction. A busy pooler lends others meanwhile. */
const ROUNDS = 5
/** PgBouncer in its mode `statement`, which lets nobody begin a transaction, says so with this code. */
const PROTOCOL_VIOLATION = '08P01'
/** A pooler whose sessions are all lent lets a statement wait. */
const ANSWER_WITHIN_MS = 10_000

/** @throws UnfitDatabaseError when the server must not be started with it */
export async function refuseUnfit(databaseUrl: string): Promise<Fitness> {
  const fitness = await fitnessOf(databaseUrl)
  if (fitness.pooling === 'transactions') throw new UnfitDatabaseError(POOLER_OF_TRANSACTIONS)
  if (fitness.isStandby) throw new UnfitDatabaseError(STANDBY)
  return fitness
}

export async function fitnessOf(databaseUrl: string): Promise<Fitness> {
  const client = await open(databaseUrl)
  try {
    const { rows } = await client.query<{ pid: number; standby: boolean }>(
      'select pg_backend_pid() as pid, pg_is_in_recovery() as standby',
    )
    const { pid, standby: isStandby = false } = rows[0] ?? {}
    // A pooler tells each client a number of its own making.
    if (numberOf(client) === pid) return { pooling: 'none', isStandby }
    return { pooling: (await changesSessions(databaseUrl, client)) ? 'transactions' : 'sessions', isStandby }
  } finally {
    await client.end()
  }
}

/** Whether a session of the database that had this client's last statement is lent to others while the client stays connected. */
async function changesSessions(databaseUrl: string, client: pg.Client): Promise<boolean> {
  const others: pg.Client[] = []
  const sessionOf = async (one: pg.Client) =>
    (await one.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
  try {
    const own = await sessionOf(client)
    for (let round = 0; round < ROUNDS; round++) {
      const other = await open(databaseUrl)
      others.push(other)
      // It holds its session from here on, so that the client needs another one if this was its own.
      await other.query('begin')
      if ((await sessionOf(other)) === own || (await sessionOf(client)) !== own) return true
    }
    return false
  } catch (error) {
    if ((error as Partial<pg.DatabaseError>).code === PROTOCOL_VIOLATION) return true
    throw error
  } finally {
    await Promise.all(others.map((other) => other.end()))
  }
}

function open(connectionString: string): Promise<pg.Client> {
  const { connectionTimeoutMillis, application_name } = FOR_MIGRATIONS
  return connectClient({ connectionString, connectionTimeoutMillis, application_name, query_timeout: ANSWER_WITHIN_MS })
}

/** The number of its session, as the client was told it. */
function numberOf(client: pg.Client): number | null {
  return (client as pg.Client & { processID: number | null }).processID
}
