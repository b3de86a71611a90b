import { sql } from 'kysely'
import type pg from 'pg'
import { connectClient } from './hosts'
import { FOR_MIGRATIONS } from './pool-settings'
import { POOLER_OF_TRANSACTIONS, STANDBY, UnfitDatabaseError } from './errors'
import type { Db } from './schema'

/** What responds at DATABASE_URL: PostgreSQL itself, a session pooler, or a transaction pooler. */
type Pooling = 'none' | 'sessions' | 'transactions'

interface Fitness {
  pooling: Pooling
  /** A read-only replica. */
  isStandby: boolean
}

/**
 * How many sessions try, each in a transaction, to get one that another has left. A busy pooler may lend others in the
 * meantime.
 */
const ROUNDS = 5
/** PgBouncer in mode `statement`, which forbids transactions, responds with this code. */
const PROTOCOL_VIOLATION = '08P01'
/** A pooler without free sessions lets a statement wait. */
const RESPONSE_TIMEOUT_MS = 10_000

/** @throws UnfitDatabaseError when the server must not start with it */
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
    // A pooler makes up the number for each client.
    if (numberOf(client) === pid) return { pooling: 'none', isStandby }
    return { pooling: (await changesSessions(databaseUrl, client)) ? 'transactions' : 'sessions', isStandby }
  } finally {
    await client.end()
  }
}

/** Whether a pooler responds in place of the database. */
export async function isPooled(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid !== numberOf(client)
}

/** Whether the database session of this client's last statement is lent to others while the client stays connected. */
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
  return connectClient({
    connectionString,
    connectionTimeoutMillis,
    application_name,
    query_timeout: RESPONSE_TIMEOUT_MS,
  })
}

/** The backend's process id, as sent to the client. */
function numberOf(client: pg.Client): number | null {
  return (client as pg.Client & { processID: number | null }).processID
}

/**
 * Names are Cyrillic. Their order and comparison do not depend on the database's locale, but storing them depends on
 * its encoding.
 */
export const NEEDED_ENCODING = 'UTF8'

/** The database's encoding: 'UTF8', 'SQL_ASCII'. */
export async function encodingOf(db: Db): Promise<string> {
  const { rows } = await sql<{ encoding: string }>`
    select pg_encoding_to_char(encoding) as encoding from pg_database where datname = current_database()`.execute(db)
  return rows[0]?.encoding ?? ''
}

/** Whether this installation is in use. */
export async function hasAccounts(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}
