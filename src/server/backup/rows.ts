import { sql } from 'kysely'
import { encodingOf, NEEDED_ENCODING } from '../db/fitness'
import { knowsMigration, migrateTo, migrationsOf } from '../db/migrate'
import { PROGRAM_NAME } from '../db/pool-settings'
import type { Db } from '../db/schema'
import { BackupError } from './format'
import { dropTables, listTables } from './tables'

/** A biography has up to some ten thousand characters, so a chunk stays within a few megabytes. */
const ROWS_AT_A_TIME = 500

/**
 * The rows of a table in chunks, each row as PostgreSQL's own JSON, so that no value passes through JavaScript's
 * numbers and dates. `tx` must be a transaction, and must not be used for anything else in the meantime.
 */
export async function* readRows(tx: Db, table: string): AsyncGenerator<string[]> {
  await sql`declare rows_to_keep no scroll cursor for
    select row_to_json(each)::text as row from ${sql.table(table)} each`.execute(tx)
  for (;;) {
    const { rows } = await sql<{ row: string }>`
      fetch ${sql.lit(ROWS_AT_A_TIME)} from rows_to_keep`.execute(tx)
    if (rows.length > 0) yield rows.map(({ row }) => row)
    if (rows.length < ROWS_AT_A_TIME) break
  }
  await sql`close rows_to_keep`.execute(tx)
}

/** Inserts rows from `readRows`, of a table with the same columns. */
export async function insertRows(tx: Db, table: string, rows: string[]): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  const columns = sql.join(Object.keys(JSON.parse(first) as object).map((column) => sql.ref(column)))
  await sql`
    insert into ${sql.table(table)} (${columns}) overriding system value
    select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${`[${rows.join(',')}]`}::json)`.execute(
    tx,
  )
}

/**
 * Whether tables announce their changes to every process. A restored row is not a change that a process follows, and
 * the queue of announcements is bounded.
 */
export async function setTriggers(tx: Db, tables: string[], to: 'enable' | 'disable'): Promise<void> {
  for (const table of tables) await sql`alter table ${sql.table(table)} ${sql.raw(to)} trigger user`.execute(tx)
}

/**
 * Creates the tables of an empty database as they were after these migrations, for rows of that time: later migrations
 * also change rows.
 * @throws BackupError when this release is older than the rows, or the database is in use
 */
export async function prepareTables(db: Db, migrations: string[]): Promise<void> {
  const last = migrations.at(-1)
  if (last === undefined || !knowsMigration(last)) {
    throw new BackupError('the rows were written by a newer release: use that one')
  }
  await refuseOtherEncoding(db)
  await refuseConnectedPrograms(db)
  await db.transaction().execute(async (tx) => {
    await refuseUsed(tx)
    await dropTables(tx)
  })
  await migrateTo(db, last)
}

const NOTHING_CHANGED = 'nothing was changed'

/** May have rows even in an unused installation: from migrations, a backup, views of the map, and killed processes. */
const MAY_HAVE_ROWS = [
  ...['kysely_migration', 'kysely_migration_lock', 'removal_holds', 'tiles', 'tile_claims', 'job_runs'],
  ...['changes', 'change_readers', 'maintenance'],
]

/**
 * Refuses a database that holds data. The tables stay locked until the transaction ends, so that no one writes to them
 * before they are dropped.
 * @throws BackupError
 */
export async function refuseUsed(tx: Db): Promise<void> {
  const { ours, foreign } = await listTables(tx)
  if (foreign.length > 0) {
    throw new BackupError(
      `the database is not empty: it has tables of another program (${foreign.join(', ')}); ${NOTHING_CHANGED}`,
    )
  }
  const { done } = await migrationsOf(tx)
  const unknown = done.find((name) => !knowsMigration(name))
  if (unknown !== undefined) {
    throw new BackupError(
      `the database is not empty: its tables were made by another program or a newer release (${unknown}); ${NOTHING_CHANGED}`,
    )
  }
  for (const table of ours) {
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx)
    if (MAY_HAVE_ROWS.includes(table)) continue
    const { rows } = await sql`select from ${sql.table(table)} limit 1`.execute(tx)
    if (rows.length > 0) {
      throw new BackupError(`the database is not empty: there are rows in ${table}; ${NOTHING_CHANGED}`)
    }
  }
}

/**
 * PostgreSQL creates databases in SQL_ASCII where the machine has no locale.
 * @throws BackupError
 */
async function refuseOtherEncoding(db: Db): Promise<void> {
  const encoding = await encodingOf(db)
  if (encoding === NEEDED_ENCODING) return
  throw new BackupError(
    `the database is in ${encoding}, and Cyrillic letters need ${NEEDED_ENCODING}: make it anew with createdb --encoding UTF8 --locale C.UTF-8 --template template0; ${NOTHING_CHANGED}`,
  )
}

/**
 * Refuses a database to which a server, or another command of the operator, is connected. An idle server counts too: it
 * holds a session for change notifications.
 * @throws BackupError
 */
async function refuseConnectedPrograms(db: Db): Promise<void> {
  const { rows } = await sql<{ program: string }>`
    select application_name as program from pg_stat_activity
    where datname = current_database() and application_name like ${`${PROGRAM_NAME} %`}
      and application_name <> current_setting('application_name')
    limit 1`.execute(db)
  const [first] = rows
  if (first) {
    throw new BackupError(`${first.program} uses the database: stop it first; ${NOTHING_CHANGED}`)
  }
}
