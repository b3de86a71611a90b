import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Db } from './schema'

/** A statement that is built once. Each run fills in its parameters. */
export type Prepared<P, R> = (db: Db, values: P) => Promise<R[]>

/** Stands for a parameter while the statement is built. */
class Placeholder {
  constructor(readonly name: string) {}
}

const names = new Map<string, string>()

/** The name under which connections prepare a statement; undefined for one that they parse anew each time. */
export function statementName(text: string): string | undefined {
  return names.get(text)
}

/**
 * Builds a statement when it is first run, for those that run many times a second: to build one takes longer than to run
 * it. Each connection prepares it too, so it must name its columns: what `select *` means may change with an upgrade.
 */
export function prepared<P extends object, R>(
  build: (db: Db, parameter: <K extends keyof P & string>(name: K) => RawBuilder<P[K]>) => Compilable<R>,
): Prepared<P, R> {
  return compiledOnce(build, (text) => names.set(text, `prepared_${names.size}`))
}

/**
 * The same, but PostgreSQL plans it anew for each set of parameters: for those where much depends on what is looked for.
 */
export function compiledOnce<P extends object, R>(
  build: (db: Db, parameter: <K extends keyof P & string>(name: K) => RawBuilder<P[K]>) => Compilable<R>,
  onCompiled: (text: string) => void = () => undefined,
): Prepared<P, R> {
  let compiled: CompiledQuery<R> | undefined

  return async (db, values) => {
    if (!compiled) {
      compiled = build(db, (name) => sql`${new Placeholder(name)}`).compile()
      onCompiled(compiled.sql)
    }
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name as keyof P] : parameter,
    )
    const { rows } = await db.executeQuery<R>({ ...compiled, parameters })
    return rows
  }
}
