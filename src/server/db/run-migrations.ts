import { setTimeout as pause } from 'node:timers/promises'
import { type Migration, Migrator, type RawBuilder, sql } from 'kysely'
import { MigrationError } from './errors'
import { BACKUP_LOCK } from './snapshot'
import type { Db } from './schema'

/**
 * A change of the tables. A plain one runs in its own transaction: it may lock tables only briefly, since all requests
 * wait behind it. Slow work on a large table must be online: it runs outside a transaction, where CREATE INDEX
 * CONCURRENTLY (see online-index.ts), VALIDATE CONSTRAINT and row updates in small transactions block no one. If it
 * fails half-way it is run again from its start, so it must be repeatable. A constraint is added NOT VALID by a plain
 * migration, and validated by an online one after it.
 */
export interface TableMigration extends Migration {
  isOnline?: true
}

/** What an empty database gets in place of many migrations: their result. */
export interface Baseline {
  /** Their names, in order. They are noted as applied, for former releases look for them. */
  contains: readonly string[]
  /** SQL. */
  statements: string
}

export interface RunOptions {
  baseline?: Baseline | undefined
  /** The last one to run; absent: all. */
  upTo?: string | undefined
  /** Called with the reason for waiting, once for each migration. */
  onWait?: ((reason: string) => void) | undefined
  /** How long a migration waits for tables in use before it gives up. */
  waitTimeoutMs?: number | undefined
}

/** The number that Kysely locks, so that processes of former releases wait too. */
const MIGRATION_LOCK = sql.lit(BigInt('3853314791062309107'))
/**
 * Shorter than `deadlock_timeout`, a second: a session that waits for this lock has a snapshot, for which a concurrent
 * index build of another process waits.
 */
const MIGRATION_LOCK_WITHIN_MS = 500
/**
 * All requests for the table wait behind the migration for this time, and no request waits longer than seven seconds.
 */
const TABLE_LOCK_WITHIN_MS = 2000
/** Time to serve the requests that waited behind it. */
const RETRY_PAUSE_MS = 1000
const RETRY_PAUSE_MAX_MS = 10_000
const TIMEOUT_MS = 10 * 60_000

const LOCK_NOT_AVAILABLE = '55P03'
const DEADLOCK = '40P01'

/**
 * Runs the missing migrations in order, each in its own transaction and with its own row in Kysely's table. Several
 * processes may call it at once: one of them works, the others wait.
 * @throws MigrationError when a backup is in progress, or a table stays in use
 */
export async function runMigrations(
  db: Db,
  migrations: Record<string, TableMigration>,
  { upTo, onWait, waitTimeoutMs = TIMEOUT_MS, baseline }: RunOptions = {},
): Promise<void> {
  if (upTo !== undefined && !(upTo in migrations)) throw new Error(`there is no migration ${upTo}`)
  await db.connection().execute(async (connection) => {
    await lockMigrations(connection, onWait)
    try {
      await ensureTables(connection)
      if (baseline && isWithin(baseline, upTo) && (await isEmpty(connection))) await layBaseline(connection, baseline)
      const missing = await missingOf(connection, migrations, upTo)
      if (missing.length > 0) await withoutBackups(connection, () => runEach(connection, missing))
    } finally {
      await unlock(connection, MIGRATION_LOCK)
    }
  })

  async function runEach(connection: Db, missing: [string, TableMigration][]): Promise<void> {
    for (const [name, migration] of missing) await runPatiently(connection, name, migration)
  }

  async function runPatiently(connection: Db, name: string, migration: TableMigration): Promise<void> {
    const giveUpAt = performance.now() + waitTimeoutMs
    for (let attempt = 1; ; attempt++) {
      try {
        await runOne(connection, name, migration)
        return
      } catch (error) {
        if (!isInUse(error)) throw error
        const reason = `migration ${name} waits for tables that others use (${await oldestTransaction(connection)})`
        if (performance.now() > giveUpAt) throw new MigrationError(`${reason}: end that and start again`)
        if (attempt === 1) onWait?.(reason)
        await pause(Math.min(attempt * RETRY_PAUSE_MS, RETRY_PAUSE_MAX_MS))
      }
    }
  }
}

/** Whether all of it comes before the end of the run. */
function isWithin({ contains: names }: Baseline, upTo: string | undefined): boolean {
  return upTo === undefined || names.every((name) => name <= upTo)
}

async function layBaseline(connection: Db, { contains: names, statements }: Baseline): Promise<void> {
  await connection.transaction().execute(async (tx) => {
    await sql.raw(statements).execute(tx)
    for (const name of names) await recordDone(tx, name)
  })
}

async function runOne(connection: Db, name: string, migration: TableMigration): Promise<void> {
  if (migration.isOnline) {
    // It locks nothing that requests need, so they do not wait behind it, however long it waits itself.
    await migration.up(connection)
    await recordDone(connection, name)
    return
  }
  await connection.transaction().execute(async (tx) => {
    await sql`set local lock_timeout = ${sql.lit(TABLE_LOCK_WITHIN_MS)}`.execute(tx)
    await migration.up(tx)
    await recordDone(tx, name)
  })
}

async function lockMigrations(connection: Db, onWait: RunOptions['onWait']): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await connection.transaction().execute(async (tx) => {
        await sql`set local lock_timeout = ${sql.lit(MIGRATION_LOCK_WITHIN_MS)}`.execute(tx)
        // Held until the session ends or releases it.
        await sql`select pg_advisory_lock(${MIGRATION_LOCK})`.execute(tx)
      })
      return
    } catch (error) {
      if (!isInUse(error)) throw error
      if (attempt === 1) onWait?.('another process is bringing the tables to its release')
      await pause(RETRY_PAUSE_MS / 10)
    }
  }
}

/** A backup reads all tables in one transaction: migrations would wait for its end, and all requests behind them. */
async function withoutBackups(connection: Db, work: () => Promise<void>): Promise<void> {
  const { rows } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_lock(${BACKUP_LOCK}) as "isFree"`.execute(connection)
  if (!rows[0]?.isFree) {
    throw new MigrationError('a backup is being made: start again when it has ended. Nothing of the tables was changed')
  }
  try {
    await work()
  } finally {
    await unlock(connection, BACKUP_LOCK)
  }
}

/** A lost connection holds no lock, and the operator must see the original error instead. */
async function unlock(connection: Db, lock: RawBuilder<unknown>): Promise<void> {
  await sql`select pg_advisory_unlock(${lock})`.execute(connection).catch(() => undefined)
}

/** The same tables that Kysely creates, because a former release looks for both. */
async function ensureTables(connection: Db): Promise<void> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('kysely_migration') is not null and to_regclass('kysely_migration_lock') is not null as there`.execute(
    connection,
  )
  if (rows[0]?.there) return
  await sql`create table if not exists kysely_migration
    (name varchar(255) not null primary key, timestamp varchar(255) not null)`.execute(connection)
  await sql`create table if not exists kysely_migration_lock
    (id varchar(255) not null primary key, is_locked integer not null default 0)`.execute(connection)
  await sql`insert into kysely_migration_lock (id, is_locked) values ('migration_lock', 0)
    on conflict do nothing`.execute(connection)
}

async function isEmpty(connection: Db): Promise<boolean> {
  const { rows } = await sql<{ isEmpty: boolean }>`
    select not exists (select from kysely_migration) as "isEmpty"`.execute(connection)
  return rows[0]?.isEmpty === true
}

/** Migrations of newer releases may already be applied: this release works on their tables. */
async function missingOf(
  connection: Db,
  migrations: Record<string, TableMigration>,
  upTo: string | undefined,
): Promise<[string, TableMigration][]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(connection)
  const latest = Object.keys(migrations).at(-1) ?? ''
  const foreign = rows.find(({ name }) => !(name in migrations) && name < latest)
  if (foreign) throw new Error(`the database has had a migration that nobody knows: ${foreign.name}`)
  const migrator = new Migrator({ db: connection, provider: { getMigrations: () => Promise.resolve(migrations) } })
  const found = await migrator.getMigrations()
  return found
    .filter(({ name, executedAt }) => !executedAt && (upTo === undefined || name <= upTo))
    .map(({ name, migration }) => [name, migration])
}

async function recordDone(connection: Db, name: string): Promise<void> {
  await sql`insert into kysely_migration (name, timestamp) values (${name}, ${new Date().toISOString()})`.execute(
    connection,
  )
}

function isInUse(error: unknown): boolean {
  return [LOCK_NOT_AVAILABLE, DEADLOCK].includes((error as { code?: string }).code ?? '')
}

/** Most likely the one that blocks. */
async function oldestTransaction(connection: Db): Promise<string> {
  const { rows } = await sql<{ pid: number; program: string; seconds: number }>`
    select pid, application_name as program, extract(epoch from now() - xact_start)::integer as seconds
    from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
    order by xact_start limit 1`.execute(connection)
  const [oldest] = rows
  if (!oldest) return 'nobody does now'
  return `the oldest transaction is that of process ${oldest.pid}, ${oldest.program || 'unnamed'}, for ${oldest.seconds} s`
}
