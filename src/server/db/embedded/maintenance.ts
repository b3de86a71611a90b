import { escapeIdentifier, type Pool, type QueryResult, type QueryResultRow } from 'pg'

/**
 * Replaces PostgreSQL's background processes, which the embedded engine lacks. Without it deleted rows occupy their
 * space, the planner uses old statistics, and the write-ahead log grows without limit.
 *
 * Tables are vacuumed one by one, so that other queries can run in between. Safe at any time; once in a few minutes to
 * an hour is enough.
 */
export async function maintain(pool: Pool): Promise<void> {
  for (const table of await tablesOf(pool)) await run(pool, `VACUUM (ANALYZE) ${table}`)
  await run(pool, 'CHECKPOINT')
}

/**
 * Not the pool's own `query`, which runs in the context of the request that returned its connection, and would appear
 * in its trace.
 */
async function run<R extends QueryResultRow>(pool: Pool, statement: string): Promise<QueryResult<R>> {
  const client = await pool.connect()
  try {
    return await client.query<R>(statement)
  } finally {
    client.release()
  }
}

/** System tables too: statistics are rows that change. */
async function tablesOf(pool: Pool): Promise<string[]> {
  const { rows } = await run<{ schema: string; name: string }>(
    pool,
    `SELECT n.nspname AS schema, c.relname AS name
       FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'm') AND n.nspname <> 'information_schema'
      ORDER BY c.oid`,
  )
  return rows.map(({ schema, name }) => `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`)
}
