import { execFileSync } from 'node:child_process'
import { connect, createPool } from '@server/db/connect'
import { MIGRATIONS, migrate, migrationsOf } from '@server/db/migrate'
import { MIGRATIONS_BEFORE_1_0 } from '@server/db/migrations/before-1.0/all'
import { runMigrations } from '@server/db/run-migrations'
import { describeOnPostgres } from '@support/postgres'
import { sharedPostgres } from '@support/worker/shared-postgres'

it('knows which of the earlier migrations run outside a transaction', () => {
  const online = (migrations: object) =>
    Object.entries(migrations as typeof MIGRATIONS).flatMap(([name, { isOnline }]) => (isOnline ? [name] : []))
  const names = Object.keys(MIGRATIONS_BEFORE_1_0)
  expect(online(MIGRATIONS).filter((name) => names.includes(name))).toEqual(online(MIGRATIONS_BEFORE_1_0))
})

describeOnPostgres(() => {
  it('gives an empty database the tables that the migrations make step by step, and their names', async () => {
    const [quick, stepByStep] = await Promise.all([
      made((db) => migrate(db)),
      made((db) => runMigrations(db, MIGRATIONS)),
    ])
    expect(quick.done).toEqual(stepByStep.done)
    expect(quick.tables).toContain('CREATE TABLE public.memorials')
    expect(quick.tables).toBe(stepByStep.tables)
  })

  it('brings a database that was left in the middle to the same tables', async () => {
    const [quick, interrupted] = await Promise.all([
      made((db) => migrate(db)),
      made(async (db) => {
        await runMigrations(db, MIGRATIONS, { upTo: '0020-trash' })
        await migrate(db)
      }),
    ])
    expect(interrupted).toEqual(quick)
  })
})

/** A new database after `work`: its tables, as `pg_dump` writes them, and the names of its migrations. */
async function made(
  work: (db: ReturnType<typeof connect>) => Promise<void>,
): Promise<{ tables: string; done: string[] }> {
  const url = await (await sharedPostgres()).makeDatabase()
  const db = connect(createPool({ connectionString: url, max: 1 }))
  try {
    await work(db)
    const dump = execFileSync('pg_dump', ['--schema-only', '--no-owner', url], { encoding: 'utf8' })
    // A word of chance against injection into psql.
    return { tables: dump.replaceAll(/^\\(un)?restrict .*$/gm, ''), done: (await migrationsOf(db)).done }
  } finally {
    await db.destroy()
  }
}
