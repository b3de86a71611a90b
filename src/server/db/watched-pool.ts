import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'
import { type LoggedChange, OWN_CHANGES } from './change-log'
import { createConnectionQueue } from './connection-queue'
import { DatabaseAway, saysDatabaseIsAway } from './errors'
import { NONE_CAME_FREE } from './hosts'
import { statementName } from './prepared'
import { type Ask, readInBatches } from './read-batches'

/** Runs a statement on one connection. */
type Run = <R>(sql: string, parameters: readonly unknown[]) => Promise<PostgresQueryResult<R>>

/** Called with what a transaction has changed. The one who committed it waits until this resolves. */
export type OnCommitted = (changes: readonly LoggedChange[], run: Run) => Promise<void>

interface WatchedPool extends PostgresPool {
  read: Ask<PostgresQueryResult<unknown>>
}

/**
 * A pool for Kysely that replaces dead connections. A query without a response for `responseTimeoutMs` fails, and its
 * connection is closed: `pg` itself would give the dead connection to the next request. Every failure that means "the
 * database is unavailable" becomes a `DatabaseAway`.
 *
 * `onCommitted` is called with the changes of each transaction before its commit is confirmed to the caller, so a read after
 * a write of this process never returns the state before.
 *
 * `read` is for standalone read statements: concurrent ones share a connection.
 */
export function watchedPool(pool: pg.Pool, responseTimeoutMs?: number, onCommitted?: OnCommitted): WatchedPool {
  const queue = createConnectionQueue()
  const broken = new WeakSet<pg.PoolClient>()
  /**
   * Counts broken connections. A connection without a response since the last break may be dead too, and is replaced.
   */
  let breaks = 0
  const breaksWhenHeard = new WeakMap<pg.PoolClient, number>()

  pool.on('connect', (client) => {
    breaksWhenHeard.set(client, breaks)
    // The pool listens for errors of idle connections only. Otherwise an error of one in use would end the process.
    client.on('error', () => {
      broken.add(client)
      breaks++
    })
  })

  async function borrow(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await pool.connect().catch((error: unknown) => {
        throw new DatabaseAway(saysNoneCameFree(error) ? allInUse(pool, error) : error)
      })
      if (breaksWhenHeard.get(client) === breaks) return client
      client.release(true)
      // A graceful close to a peer that is gone would hold the socket open for a quarter of an hour.
      client.connection.stream.destroy()
    }
  }

  async function ask<R>(client: pg.PoolClient, sql: string, parameters: readonly unknown[]) {
    const timeout = responseTimeoutMs && setTimeout(() => breakOff(client, responseTimeoutMs), responseTimeoutMs)
    try {
      const name = statementName(sql)
      const result = await client.query({ text: sql, values: [...parameters], ...(name && { name }) })
      breaksWhenHeard.set(client, breaks)
      return result as PostgresQueryResult<R>
    } catch (error) {
      throw broken.has(client) || saysDatabaseIsAway(error) ? new DatabaseAway(error) : error
    } finally {
      clearTimeout(timeout)
    }
  }

  const read = readInBatches<PostgresQueryResult<unknown>>(async () => {
    const client = await borrow()
    const { stream } = client.connection
    return {
      ask: (sql, parameters) => ask(client, sql, parameters),
      cork: () => stream.cork(),
      uncork: () => stream.uncork(),
      release: (failure) => client.release(failure instanceof DatabaseAway && failure),
    }
  })

  async function connect(): Promise<PostgresPoolClient> {
    const endTurn = await queue.take()
    const client = await borrow().catch((error: unknown) => {
      endTurn()
      throw error
    })
    const run: Run = (sql, parameters) => ask(client, sql, parameters)
    const query = onCommitted ? followStatements(run, onCommitted) : run
    let failure: DatabaseAway | undefined
    const lent = {
      async query(sql: string, parameters: readonly unknown[]) {
        // Kysely sends a rollback over the connection that has just failed. It would wait for the timeout again.
        if (failure) throw failure
        try {
          return await query(sql, parameters)
        } catch (error) {
          if (error instanceof DatabaseAway) failure = error
          throw error
        }
      },
      release: () => {
        client.release(failure)
        endTurn()
      },
    }
    return lent as PostgresPoolClient
  }

  return { connect, read, end: () => pool.end() }
}

/** The first words of statements that change rows. Outside a transaction each of them is one of its own. */
const WRITES = ['insert', 'update', 'delete', 'merge', 'with']

/** Reads what each transaction on a connection has changed. The statements are sent at once, and take no longer together. */
function followStatements(run: Run, onCommitted: OnCommitted): Run {
  let isInTransaction = false

  /** The statements end with the one that reads the changes, and the commit. */
  async function settle<R>(statements: Promise<PostgresQueryResult<R>>[]): Promise<PostgresQueryResult<R>[]> {
    const results = (await Promise.allSettled(statements)).map((one) => {
      // If one of them failed, the commit was a rollback.
      if (one.status === 'rejected') throw one.reason
      return one.value
    })
    await onCommitted(results.at(-2)?.rows as LoggedChange[], run)
    return results
  }

  return async <R>(sql: string, parameters: readonly unknown[]) => {
    const verb = /^\s*(\w+)/.exec(sql)?.[1]?.toLowerCase() ?? ''
    if (verb === 'commit') {
      isInTransaction = false
      return (await settle([run<R>(OWN_CHANGES, []), run<R>(sql, [])]))[1] as PostgresQueryResult<R>
    }
    if (!isInTransaction && WRITES.includes(verb)) {
      const statements = [run<R>('begin', []), run<R>(sql, parameters), run<R>(OWN_CHANGES, []), run<R>('commit', [])]
      return (await settle(statements))[1] as PostgresQueryResult<R>
    }
    if (verb === 'begin' || verb === 'start') isInTransaction = true
    // Not `rollback to` a savepoint.
    if (verb === 'rollback' && sql.trim().length === verb.length) isInTransaction = false
    return run<R>(sql, parameters)
  }
}

function saysNoneCameFree(error: unknown): boolean {
  return error instanceof Error && error.message === NONE_CAME_FREE
}

/** The database may be fine: this process uses all its connections. */
function allInUse({ options }: pg.Pool, cause: unknown): Error {
  const { max, connectionTimeoutMillis } = options
  return new Error(`all ${max} connections were in use for ${connectionTimeoutMillis} ms`, { cause })
}

/** Makes the running query fail. The connection cannot be used after this. */
function breakOff(client: pg.PoolClient, afterMs: number): void {
  client.connection.stream.destroy(new Error(`the database did not answer within ${afterMs} ms`))
}
