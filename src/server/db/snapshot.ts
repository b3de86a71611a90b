import { rm } from 'node:fs/promises'
import { sql } from 'kysely'
import { connect, createPool } from './connect'
import { startEmbeddedDatabase } from './embedded/embedded-database'
import { FOR_MIGRATIONS } from './pool-settings'
import type { Db } from './schema'

/**
 * An advisory lock that a backup holds shared while its transaction is open, and migrations hold exclusively: neither
 * starts while the other is in progress. Its number is arbitrary.
 */
export const BACKUP_LOCK = sql.lit(1_886_350_698)

/** Migrations are running: their tables cannot be read now. */
export class MigratingError extends Error {}

/** All rows as they were at one instant, without blocking writers. */
export interface Snapshot {
  /** A read-only transaction. */
  db: Db
  /** Idempotent. */
  close(): Promise<void>
}

/** The rows of a PostgreSQL server. */
export async function serverSnapshot(connectionString: string): Promise<Snapshot> {
  const db = connect(createPool({ connectionString, ...FOR_MIGRATIONS }))
  try {
    return await snapshotOn(db, () => db.destroy())
  } catch (error) {
    await db.destroy()
    throw error
  }
}

/**
 * The rows of a copy of the embedded database, in `<folder>/database`. The snapshot owns the folder, and removes it on
 * close.
 */
export async function copiedSnapshot(folder: string, workerFile?: string): Promise<Snapshot> {
  const removeFolder = () => rm(folder, { recursive: true, force: true })
  try {
    const embedded = await startEmbeddedDatabase({
      dataDir: folder,
      isTemporary: true,
      ...(workerFile && { workerFile }),
    })
    const db = connect(createPool(embedded.connection))
    return await snapshotOn(db, async () => {
      await db.destroy()
      await embedded.stop()
      await removeFolder()
    })
  } catch (error) {
    await removeFolder()
    throw error
  }
}

/** The rows of an open database. If it has a single connection, it must not be used for anything else. */
export async function snapshotOn(db: Db, close?: () => Promise<void>): Promise<Snapshot> {
  const transaction = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  // The first statement determines the instant.
  const { rows } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock_shared(${BACKUP_LOCK}) as "isFree"`.execute(transaction)
  if (!rows[0]?.isFree) {
    await transaction.rollback().execute()
    throw new MigratingError('the tables are being brought to another release: make the backup when that is done')
  }
  let closed: Promise<void> | undefined
  return {
    db: transaction,
    close: () => (closed ??= transaction.rollback().execute().then(close)),
  }
}
