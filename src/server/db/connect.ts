import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Db, Tables } from './schema'

const { INT8, DATE } = pg.types.builtins

/** Sizes and counts come as numbers, and a day stays the text it is: a `Date` would shift it west of UTC. */
const parsers = new Map<number, (text: string) => unknown>([
  [INT8, Number],
  [DATE, (text) => text],
])

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary'): unknown =>
    parsers.get(oid) ?? pg.types.getTypeParser(oid as pg.types.TypeId, format),
}

export function connect(connection: pg.PoolConfig): Db {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: new pg.Pool({ ...connection, types }) }) })
}
