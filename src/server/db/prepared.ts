import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Ask } from './read-batches'
import type { Db } from './schema'

/** A statement that is built once. Each run fills in its parameters. */
export type Prepared<P, R> = (db: Db, values: P) => Promise<R[]>

/** A placeholder for a parameter while the statement is built. */
class Placeholder {
  constructor(readonly name: string) {}
}

const names = new Map<string, string>()

/** The name under which connections prepare a statement; undefined for one that they parse each time. */
export function statementName(text: string): string | undefined {
  return names.get(text)
}

/** Has connections prepare a statement that is built by hand. */
export function nameStatement(text: string): string {
  names.set(text, `prepared_${names.size}`)
  return text
}

const directReads = new WeakMap<Db, Ask<{ rows: unknown[] }>>()

/**
 * From now on the database's prepared statements run through `read`, without Kysely, which takes a connection for each.
 * Within a transaction, which is another `Db`, they still run on its connection.
 */
export function readDirectly(db: Db, read: Ask<{ rows: unknown[] }>): void {
  directReads.set(db, read)
}

/**
 * Builds a read statement on its first run, for statements that run many times a second: building one takes longer than
 * running it. Each connection prepares it too, so it must name its columns: the meaning of `select *` may change with
 * an upgrade.
 */
export function prepared<P extends object, R>(build: Build<P, R>): Prepared<P, R> {
  const fill = filler(build, nameStatement)

  return async (db, values) => {
    const query = fill(db, values)
    const read = directReads.get(db)
    const { rows } = await (read ? read(query.sql, query.parameters) : db.executeQuery(query))
    return rows as R[]
  }
}

/** The same, but PostgreSQL plans it for each set of parameters: for statements whose best plan depends on them. */
export function compiledOnce<P extends object, R>(build: Build<P, R>): Prepared<P, R> {
  const fill = filler(build)
  return async (db, values) => (await db.executeQuery(fill(db, values))).rows
}

type Build<P, R> = (db: Db, parameter: <K extends keyof P & string>(name: K) => RawBuilder<P[K]>) => Compilable<R>

/** Compiles once, and then fills in the parameters of each run. */
function filler<P extends object, R>(build: Build<P, R>, onCompiled: (text: string) => unknown = () => undefined) {
  let compiled: CompiledQuery<R> | undefined

  return (db: Db, values: P): CompiledQuery<R> => {
    if (!compiled) {
      compiled = build(db, (name) => sql`${new Placeholder(name)}`).compile()
      onCompiled(compiled.sql)
    }
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name as keyof P] : parameter,
    )
    return { ...compiled, parameters }
  }
}
