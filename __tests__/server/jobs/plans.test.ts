import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import pino from 'pino'
import { createPool } from '@server/db/connect'
import type { Tables } from '@server/db/schema'
import { standingJobs } from '@server/jobs/jobs'
import { listWaitingInvitations } from '@server/modules/keepers/repository'
import { describeOnPostgres } from '@support/postgres'
import { sharedPostgres } from '@support/worker/shared-postgres'
import { startTestApp, type TestApp } from '@support/server-app'

/** Tables with one row for an installation or a process, or whose rows are all looked at for good reason. */
const READ_WHOLE = ['change_readers', 'address_keys']

describeOnPostgres(() => {
  let server: TestApp
  let db: Kysely<Tables>
  const asked = new Map<string, CompiledQuery>()

  beforeAll(async () => {
    const databaseUrl = await (await sharedPostgres()).makeMigratedDatabase()
    server = await startTestApp({ DATABASE_URL: databaseUrl })
    db = new Kysely<Tables>({
      dialect: new PostgresDialect({ pool: createPool({ connectionString: databaseUrl, max: 1 }) }),
      log: ({ query }) => void asked.set(query.sql, query),
    })
  })
  afterAll(async () => {
    await db.destroy()
    await server.close()
  })

  /** The whole tables that a statement reads although it may use any index. An index of few rows may be read whole. */
  async function readWhole({ sql: text, parameters }: CompiledQuery): Promise<string[]> {
    return server.db.transaction().execute(async (tx) => {
      // Of so few rows other ways are quicker.
      for (const way of ['seqscan', 'mergejoin', 'hashjoin']) {
        await sql`set local ${sql.raw(`enable_${way}`)} = off`.execute(tx)
      }
      const { rows: partial } = await sql<{ name: string }>`
        select relname as name from pg_index join pg_class on pg_class.oid = indexrelid where indpred is not null`.execute(
        tx,
      )
      const { rows } = await tx.executeQuery<Record<'QUERY PLAN', [{ Plan: PlanNode }]>>({
        ...sql`select 1`.compile(tx),
        sql: `explain (format json) ${text}`,
        parameters,
      })
      const nodes = rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => nodesOf(Plan)))
      return nodes.flatMap((node) => {
        const isWhole =
          node['Node Type'] === 'Seq Scan' ||
          (node['Index Name'] !== undefined &&
            node['Index Cond'] === undefined &&
            !partial.some(({ name }) => name === node['Index Name']))
        return isWhole ? [node['Relation Name'] ?? node['Index Name'] ?? ''] : []
      })
    })
  }

  const offenders = async () => {
    const found: string[] = []
    for (const query of asked.values()) {
      if (!/^(select|update|delete|with)\b/.test(query.sql)) continue
      const tables = (await readWhole(query)).filter((table) => !READ_WHOLE.includes(table))
      if (tables.length > 0) found.push(`${tables.join()}: ${query.sql}`)
    }
    return found
  }

  it('finds what is due for its jobs by indexes, not by reading whole tables', async () => {
    jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-06-01T12:00:00Z'))
    const idle = { record: () => undefined }
    const log = pino({ level: 'silent' })
    for (const job of standingJobs({ ...server, db, temporaryFolder: '', securityLog: idle, log })) {
      if (job.isShared) await job.run()
    }
    expect(asked.size).toBeGreaterThan(30)
    expect(await offenders()).toEqual([])
  })

  it('finds the invitations of an address by an index', async () => {
    asked.clear()
    await listWaitingInvitations(db, { id: 1, email: 'doch@example.org' })
    expect(await offenders()).toEqual([])
  })
})

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Plans?: PlanNode[]
}

function nodesOf(plan: PlanNode): PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
}
