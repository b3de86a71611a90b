import type { Config } from '../config'
import { type ChangeFeed, createChangeFeed } from './change-feed'
import { listenForChanges } from './change-listener'
import { connect, createPool } from './connect'
import { startEmbeddedDatabase } from './embedded/embedded-database'
import { maintain } from './embedded/maintenance'
import { migrate } from './migrate'
import type { Db } from './schema'
import { FOR_BACKGROUND, FOR_MIGRATIONS, FOR_REQUESTS, type PoolSettings } from './pool-settings'

export interface OpenDatabase {
  /** For requests: slow queries time out. */
  db: Db
  /** The same database for background jobs, with long timeouts. */
  backgroundDb: Db
  /** What this process and all others change, as it is committed. */
  changes: ChangeFeed
  /** Vacuum and checkpoint. A PostgreSQL server runs them by itself; the embedded engine does not. */
  maintain(): Promise<void>
  close(): Promise<void>
}

/** The PostgreSQL of DATABASE_URL, or else the embedded one in DATA_DIR, with all migrations applied. */
export async function openDatabase(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  onFailure: (error: Error) => void,
  workerFile?: string,
): Promise<OpenDatabase> {
  return databaseUrl ? openServer(databaseUrl) : openEmbedded(dataDir, onFailure, workerFile)
}

async function openServer(connectionString: string): Promise<OpenDatabase> {
  const changes = createChangeFeed()
  const open = ({ answerWithinMs, ...settings }: PoolSettings, heard?: ChangeFeed) =>
    connect(createPool({ connectionString, ...settings }), answerWithinMs, heard)
  const migrating = open(FOR_MIGRATIONS)
  await migrate(migrating).finally(() => migrating.destroy())

  const db = open(FOR_REQUESTS, changes)
  const backgroundDb = open(FOR_BACKGROUND)
  const listener = await listenForChanges(connectionString, changes)
  return {
    db,
    backgroundDb,
    changes,
    maintain: async () => undefined,
    async close() {
      await listener.stop()
      await Promise.all([db.destroy(), backgroundDb.destroy()])
    },
  }
}

/** No timeouts: its one connection leads to a thread of this process, not over a network. */
async function openEmbedded(
  dataDir: string,
  onFailure: (error: Error) => void,
  workerFile?: string,
): Promise<OpenDatabase> {
  const embedded = await startEmbeddedDatabase({ dataDir, onFailure, ...(workerFile && { workerFile }) })
  const pool = createPool(embedded.connection)
  const changes = createChangeFeed()
  const db = connect(pool, undefined, changes)
  const close = async () => {
    await db.destroy()
    await embedded.stop()
  }
  try {
    await migrate(db)
  } catch (error) {
    await close()
    throw error
  }
  // Only this process has the folder, so its own connection hears of every change.
  changes.begin()
  return { db, backgroundDb: db, changes, maintain: () => maintain(pool), close }
}
