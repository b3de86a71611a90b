import { type CompiledQuery, type KyselyPlugin, PostgresQueryCompiler, sql } from 'kysely'
import type { Db } from '@server/db/schema'

interface PlanOf {
  Plan: Record<'Shared Hit Blocks' | 'Shared Read Blocks', number>
}

/**
 * How many blocks of 8 KB the statements of some work read, including cached ones. Unlike a time it is the same on any
 * machine. The statements run twice.
 */
export async function blocksReadBy(db: Db, work: (db: Db) => Promise<unknown>): Promise<number> {
  const asked: CompiledQuery[] = []
  const compiler = new PostgresQueryCompiler()
  const compiled = new Map<unknown, CompiledQuery>()
  const watching: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      compiled.set(queryId, compiler.compileQuery(node, queryId))
      return node
    },
    // Subqueries of a statement are transformed too, but only the whole has a result.
    transformResult({ queryId, result }) {
      const whole = compiled.get(queryId)
      if (whole) asked.push(whole)
      return Promise.resolve(result)
    },
  }
  await work(db.withPlugin(watching))

  let blocks = 0
  for (const { sql: text, parameters } of asked) {
    const { rows } = await db.executeQuery<Record<'QUERY PLAN', [PlanOf]>>({
      ...sql`select 1`.compile(db),
      sql: `explain (analyze, buffers, format json) ${text}`,
      parameters,
    })
    const [{ Plan: plan } = {} as PlanOf] = rows[0]?.['QUERY PLAN'] ?? []
    blocks += plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
  }
  return blocks
}
