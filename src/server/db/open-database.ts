import type { Pool } from 'pg'
import type { Config } from '../config'
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { Log } from '../lib/log'
import { type ChangeFeed, createChangeFeed } from './change-feed'
import { applyChanges, followChangeLog } from './change-log'
import { connect, createPool } from './connect'
import { copyDatabase, folderOfCopy, removeLeftCopies } from './embedded/copy-database'
import { type EmbeddedDatabase, startEmbeddedDatabase } from './embedded/embedded-database'
import { maintain } from './embedded/maintenance'
import { refuseUnfit } from './fitness'
import { migrate } from './migrate'
import type { Db } from './schema'
import { copiedSnapshot, serverSnapshot, type Snapshot } from './snapshot'
import {
  FOR_BACKGROUND,
  FOR_BULK_READS,
  FOR_MIGRATIONS,
  FOR_OPERATOR,
  FOR_REQUESTS,
  forPooler,
  type PoolSettings,
} from './pool-settings'

export type PoolUsage = Record<'total' | 'idle' | 'waiting', number>

export interface OpenDatabase {
  /** For requests: slow queries time out. */
  db: Db
  /** The same database for background jobs, with long timeouts. */
  backgroundDb: Db
  /** The same database for reading whole tables in batches, over a dedicated connection. */
  bulkDb: Db
  /** The committed changes of this process and all others. */
  changes: ChangeFeed
  /** The connections for requests: all, idle ones, and the requests that wait for one. */
  poolUsage: () => PoolUsage
  /** Vacuum and checkpoint. A PostgreSQL server runs them by itself; the embedded engine does not. */
  maintain(): Promise<void>
  /** A consistent view of the current rows, for as long as reading them takes. */
  snapshot(): Promise<Snapshot>
  /**
   * Copies the embedded database into a new folder in DATA_DIR, for another process to open (see `copiedSnapshot`).
   * Undefined for a PostgreSQL server, which another process can reach by itself.
   */
  copy: (() => Promise<string>) | undefined
  close(): Promise<void>
}

/** The PostgreSQL of DATABASE_URL, otherwise the embedded one in DATA_DIR, with all migrations applied. */
export async function openDatabase(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  onFailure: (error: Error) => void,
  workerFile?: string,
  log?: Pick<Log, 'warn'>,
): Promise<OpenDatabase> {
  if (databaseUrl) return openServer(databaseUrl, log)
  const embedded = await startEmbeddedDatabase({ dataDir, onFailure, ...(workerFile && { workerFile }) })
  return openEmbedded(embedded, dataDir, workerFile)
}

async function openServer(connectionString: string, log: Pick<Log, 'warn'> | undefined): Promise<OpenDatabase> {
  const { pooling } = await refuseUnfit(connectionString)
  const poolOf = (settings: PoolSettings) => {
    const { responseTimeoutMs: _limit, ...options } = pooling === 'none' ? settings : forPooler(settings)
    return createPool({ connectionString, ...options })
  }
  const migrating = connect(poolOf(FOR_MIGRATIONS))
  try {
    await migrate(migrating, { onWait: (reason) => log?.warn({ reason }, 'the migrations wait') })
  } finally {
    await migrating.destroy()
  }

  const changes = createChangeFeed()
  const changeLog = await followChangeLog(connectionString, changes)
  const pool = poolOf(FOR_REQUESTS)
  const db = connect(pool, FOR_REQUESTS.responseTimeoutMs, changeLog.committed)
  const backgroundDb = connect(poolOf(FOR_BACKGROUND), FOR_BACKGROUND.responseTimeoutMs)
  const bulkDb = connect(poolOf(FOR_BULK_READS), FOR_BULK_READS.responseTimeoutMs)
  return {
    db,
    backgroundDb,
    bulkDb,
    changes,
    poolUsage: () => usageOf(pool),
    maintain: async () => undefined,
    snapshot: () => serverSnapshot(connectionString),
    copy: undefined,
    async close() {
      await changeLog.stop()
      await Promise.all([db.destroy(), backgroundDb.destroy(), bulkDb.destroy()])
    },
  }
}

/**
 * The embedded database of this folder, already started, with all migrations applied. No timeouts: its single
 * connection leads to a thread of this process, not over a network.
 */
export async function openEmbedded(
  embedded: EmbeddedDatabase,
  dataDir: string,
  workerFile?: string,
): Promise<OpenDatabase> {
  await removeLeftCopies(dataDir)
  const migrating = connect(createPool(embedded.connection))
  try {
    await migrate(migrating)
  } catch (error) {
    await migrating.destroy()
    await embedded.stop()
    throw error
  }
  // It serves one connection at a time.
  await migrating.destroy()

  const pool = createPool(embedded.connection)
  const changes = createChangeFeed()
  const db = connect(pool, undefined, async (committed) => applyChanges(changes, committed))
  // Only this process has the folder, so it makes every change itself.
  changes.open()
  const copy = async () => {
    const folder = folderOfCopy(dataDir, randomUUID())
    try {
      await copyDatabase(pool, dataDir, folder)
    } catch (error) {
      await rm(folder, { recursive: true, force: true })
      throw error
    }
    return folder
  }
  return {
    db,
    backgroundDb: db,
    bulkDb: db,
    changes,
    poolUsage: () => usageOf(pool),
    maintain: () => maintain(pool),
    snapshot: async () => copiedSnapshot(await copy(), workerFile),
    copy,
    async close() {
      await db.destroy()
      await embedded.stop()
    },
  }
}

/** The configured database as it is: no migrations and no query timeouts. For work on a stopped installation. */
export async function openAsItIs(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  onFailure: (error: Error) => void,
  workerFile?: string,
): Promise<Pick<OpenDatabase, 'db' | 'close'>> {
  if (databaseUrl) {
    const db = connect(createPool({ connectionString: databaseUrl, ...FOR_OPERATOR }))
    return { db, close: () => db.destroy() }
  }
  const embedded = await startEmbeddedDatabase({ dataDir, onFailure, ...(workerFile && { workerFile }) })
  const db = connect(createPool(embedded.connection))
  return {
    db,
    async close() {
      await db.destroy()
      await embedded.stop()
    },
  }
}

function usageOf({ totalCount, idleCount, waitingCount }: Pool): PoolUsage {
  return { total: totalCount, idle: idleCount, waiting: waitingCount }
}
