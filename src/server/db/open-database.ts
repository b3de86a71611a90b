import type { Config } from '../config'
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
  const open = ({ answerWithinMs, ...settings }: PoolSettings) =>
    connect(createPool({ connectionString, ...settings }), answerWithinMs)
  const migrating = open(FOR_MIGRATIONS)
  await migrate(migrating).finally(() => migrating.destroy())

  const db = open(FOR_REQUESTS)
  const backgroundDb = open(FOR_BACKGROUND)
  return {
    db,
    backgroundDb,
    maintain: async () => undefined,
    async close() {
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
  const db = connect(pool)
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
  return { db, backgroundDb: db, maintain: () => maintain(pool), close }
}
