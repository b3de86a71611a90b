import { sql } from 'kysely'
import { encodingOf, NEEDED_ENCODING } from '../db/encoding'
import { knowsMigration, migrationsOf } from '../db/migrate'
import { PROGRAM_NAME } from '../db/pool-settings'
import type { Db } from '../db/schema'
import { BackupError } from './format'
import { listTables } from './tables'

const NOTHING_CHANGED = 'nothing was changed'

/** May have rows even in an unused installation: from migrations, a backup, views of the map, and killed processes. */
const MAY_HAVE_ROWS = [
  ...['kysely_migration', 'kysely_migration_lock', 'removal_holds', 'tiles', 'tile_claims', 'job_runs'],
  ...['changes', 'change_readers'],
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
export async function refuseOtherEncoding(db: Db): Promise<void> {
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
export async function refuseConnectedPrograms(db: Db): Promise<void> {
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
