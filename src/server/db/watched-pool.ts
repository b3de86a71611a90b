import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'
import { DatabaseAway, saysDatabaseIsAway } from './database-away'

/** What pg-pool says when none of its connections came free in time, and of no other failure. */
const NONE_CAME_FREE = 'timeout exceeded when trying to connect'

/**
 * The pool as Kysely sees it. A query without an answer for `answerWithinMs` ends, and with it its connection: `pg` by
 * itself would lend the silent one to the next request. Whatever means that the database is away is a `DatabaseAway`.
 */
export function watchedPool(pool: pg.Pool, answerWithinMs?: number): PostgresPool {
  const broken = new WeakSet<pg.PoolClient>()
  /** Grows with each connection that breaks. Those that were not heard since may be as dead, and are replaced. */
  let breaks = 0
  const breaksWhenHeard = new WeakMap<pg.PoolClient, number>()

  pool.on('connect', (client) => {
    breaksWhenHeard.set(client, breaks)
    // The pool listens to connections that nobody uses. Of those in use the error would end the process, unheard.
    client.on('error', () => {
      broken.add(client)
      breaks++
    })
  })

  async function borrow(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await pool.connect()
      if (breaksWhenHeard.get(client) === breaks) return client
      client.release(true)
      // A farewell to a peer that is gone would keep the socket for a quarter of an hour.
      client.connection.stream.destroy()
    }
  }

  async function ask<R>(client: pg.PoolClient, sql: string, parameters: readonly unknown[]) {
    const impatience = answerWithinMs && setTimeout(() => breakOff(client, answerWithinMs), answerWithinMs)
    try {
      const result = await client.query(sql, [...parameters])
      breaksWhenHeard.set(client, breaks)
      return result as PostgresQueryResult<R>
    } catch (error) {
      throw broken.has(client) || saysDatabaseIsAway(error) ? new DatabaseAway(error) : error
    } finally {
      clearTimeout(impatience)
    }
  }

  return {
    async connect() {
      const client = await borrow().catch((error: unknown) => {
        throw new DatabaseAway(saysNoneCameFree(error) ? allInUse(pool, error) : error)
      })
      let failure: DatabaseAway | undefined
      const lent = {
        async query<R>(sql: string, parameters: readonly unknown[]) {
          // Kysely would roll back over the connection that has just failed, and wait as long again.
          if (failure) throw failure
          try {
            return await ask<R>(client, sql, parameters)
          } catch (error) {
            if (error instanceof DatabaseAway) failure = error
            throw error
          }
        },
        release: () => client.release(failure),
      }
      return lent as PostgresPoolClient
    },
    end: () => pool.end(),
  }
}

function saysNoneCameFree(error: unknown): boolean {
  return error instanceof Error && error.message === NONE_CAME_FREE
}

/** The database may be well: it is the program that asks too much of it. */
function allInUse({ options }: pg.Pool, cause: unknown): Error {
  const { max, connectionTimeoutMillis } = options
  return new Error(`all ${max} connections were in use for ${connectionTimeoutMillis} ms`, { cause })
}

/** Fails the query under way, and leaves the connection fit for nothing more. */
function breakOff(client: pg.PoolClient, afterMs: number): void {
  client.connection.stream.destroy(new Error(`the database did not answer within ${afterMs} ms`))
}
