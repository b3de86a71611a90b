import { sql } from 'kysely'
import { knowsMigration, migrateTo } from '../db/migrate'
import type { Db } from '../db/schema'
import { BackupError } from './format'
import { dropTables } from './tables'
import { refuseConnectedPrograms, refuseOtherEncoding, refuseUsed } from './unused-database'

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
