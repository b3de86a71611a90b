import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { addressesOf } from '../lib/database-url'
import { HostsPool } from './hosts'
import { readDirectly } from './prepared'
import type { Db, Tables } from './schema'
import { type OnCommitted, watchedPool } from './watched-pool'

const { INT8, NUMERIC, DATE } = pg.types.builtins

type TypeId = Parameters<typeof pg.types.getTypeParser>[0]

/** Sizes, counts and their sums become numbers. A day stays text: a `Date` would shift it by a day west of UTC. */
const parsers = new Map<TypeId, (text: string) => unknown>([
  [INT8, Number],
  [NUMERIC, Number],
  [DATE, (text) => text],
])

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: TypeId, format?: 'text' | 'binary'): unknown =>
    parsers.get(oid) ?? pg.types.getTypeParser(oid, format),
}

export function createPool(connection: pg.PoolConfig): pg.Pool {
  // Pipelining: statements that are sent together need not wait for each other's results.
  const config = { ...connection, types, pipeline: true }
  const { connectionString = '' } = connection
  const pool =
    addressesOf(connectionString).length > 1 ? new HostsPool({ ...config, connectionString }) : new pg.Pool(config)
  // The pool itself replaces broken idle connections. Without a listener the error would end the process.
  pool.on('error', ignoreLostConnection)
  return pool
}

/** `responseTimeoutMs`: after how long a query's connection counts as lost. */
export function connect(pool: pg.Pool, responseTimeoutMs?: number, onCommitted?: OnCommitted): Db {
  const watched = watchedPool(pool, responseTimeoutMs, onCommitted)
  const db: Db = new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: watched,
      // Not earlier: Kysely ends only a pool that it has used itself.
      onCreateConnection: async () => readDirectly(db, watched.read),
    }),
  })
  return db
}

function ignoreLostConnection(): void {}
