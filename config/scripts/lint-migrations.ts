import {
  DummyDriver,
  Kysely,
  type Migration,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import { MIGRATIONS } from '../../src/server/db/migrate'
import { judgeMigration } from './migration-rules'

/** The last migration from before these rules: those up to it are released, and never change. */
const JUDGED_AFTER = '0032-tiles'

/**
 * Checks the statements of new migrations: what blocks all requests on a large table, or breaks the former release, is
 * rejected. Part of `npm run check`.
 */
export async function lintMigrations(
  migrations: Record<string, Migration & { isOnline?: boolean }>,
): Promise<string[]> {
  const complaints: string[] = []
  for (const [name, migration] of Object.entries(migrations)) {
    if (name <= JUDGED_AFTER) continue
    const statements = await statementsOf(migration)
    for (const { rule, statement, why } of judgeMigration(statements, { isOnline: migration.isOnline === true })) {
      complaints.push(`${name}: ${rule}: ${why}\n    ${statement}`)
    }
  }
  return complaints
}

/** Run against a database without any rows: statements that depend on existing rows are not checked. */
async function statementsOf(migration: Migration): Promise<string[]> {
  const statements: string[] = []
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void statements.push(query.sql),
  })
  await migration.up(db)
  return statements
}

async function main(): Promise<void> {
  const complaints = await lintMigrations(MIGRATIONS)
  for (const complaint of complaints) process.stderr.write(`${complaint}\n`)
  if (complaints.length > 0) process.exit(1)
}

if (require.main === module) void main()
