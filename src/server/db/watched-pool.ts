import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'
import { type ChangeFeed, LISTEN, tellsOfClosing } from './change-feed'
import { createConnectionQueue } from './connection-queue'
import { DatabaseAway, saysDatabaseIsAway } from './database-away'
import { NONE_CAME_FREE } from './hosts'
import { statementName } from './prepared'
import { type Ask, readInBatches } from './read-batches'

export interface WatchedPool extends PostgresPool {
  read: Ask<PostgresQueryResult<unknown>>
}

/**
 * A pool for Kysely that replaces dead connections. A query without a response for `answerWithinMs` fails, and its
 * connection is closed: `pg` itself would give the dead connection to the next request. Every failure that means "the
 * database is unavailable" becomes a `DatabaseAway`.
 *
 * With `changes` every connection listens: PostgreSQL announces a change to the connection that made it before the
 * commit is confirmed, so a read after a write of this process never returns the state before. A change that closes a
 * page to the public is confirmed only when no other process shows the page any more.
 *
 * `read` is for standalone read statements: concurrent ones share a connection.
 */
export function watchedPool(pool: pg.Pool, answerWithinMs?: number, changes?: ChangeFeed): WatchedPool {
  const queue = createConnectionQueue()
  const broken = new WeakSet<pg.PoolClient>()
  const listening = new WeakSet<pg.PoolClient>()
  /** Connections that were notified of a closed page since their last statement started. */
  const toldOfClosing = new WeakSet<pg.PoolClient>()
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
      changes?.missedSome()
    })
    if (changes)
      client.on('notification', (notification) => {
        if (tellsOfClosing(notification)) toldOfClosing.add(client)
        changes.receive(notification)
      })
  })

  async function borrow(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await pool.connect()
      if (breaksWhenHeard.get(client) === breaks) return client
      client.release(true)
      // A graceful close to a peer that is gone would hold the socket open for a quarter of an hour.
      client.connection.stream.destroy()
    }
  }

  async function ask<R>(client: pg.PoolClient, sql: string, parameters: readonly unknown[]) {
    const timeout = answerWithinMs && setTimeout(() => breakOff(client, answerWithinMs), answerWithinMs)
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

  async function borrowListening(): Promise<pg.PoolClient> {
    const client = await borrow().catch((error: unknown) => {
      throw new DatabaseAway(saysNoneCameFree(error) ? allInUse(pool, error) : error)
    })
    if (changes && !listening.has(client)) {
      await ask(client, LISTEN, []).catch((error: unknown) => {
        client.release(true)
        throw error
      })
      listening.add(client)
    }
    return client
  }

  const read = readInBatches<PostgresQueryResult<unknown>>(async () => {
    const client = await borrowListening()
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
    const client = await borrowListening().catch((error: unknown) => {
      endTurn()
      throw error
    })
    let failure: DatabaseAway | undefined
    const lent = {
      async query<R>(sql: string, parameters: readonly unknown[]) {
        // Kysely sends a rollback over the connection that has just failed. It would wait for the timeout again.
        if (failure) throw failure
        toldOfClosing.delete(client)
        try {
          const result = await ask<R>(client, sql, parameters)
          // The notification may be about another client's closing: then this waits some milliseconds for nothing.
          if (toldOfClosing.has(client)) await changes?.waitForAcknowledgements()
          return result
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
