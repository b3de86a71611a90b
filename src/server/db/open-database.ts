import type pg from 'pg'
import type { Config } from '../config'
import { connect, createPool } from './connect'
import { startEmbeddedDatabase } from './embedded/embedded-database'
import { maintain } from './embedded/maintenance'
import { migrate } from './migrate'
import type { Db } from './schema'

export interface OpenDatabase {
  db: Db
  /** What a PostgreSQL server does by itself; the embedded engine waits to be told. */
  maintain(): Promise<void>
  close(): Promise<void>
}

interface Engine {
  pool: pg.Pool
  maintain(): Promise<void>
  stop(): Promise<void>
}

/** The PostgreSQL of DATABASE_URL, or else the one embedded in DATA_DIR, brought to the shape this program expects. */
export async function openDatabase(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  onFailure: (error: Error) => void,
  workerFile?: string,
): Promise<OpenDatabase> {
  const engine = databaseUrl ? reachServer(databaseUrl) : await startEmbedded(dataDir, onFailure, workerFile)
  const db = connect(engine.pool)
  const close = async () => {
    await db.destroy()
    await engine.stop()
  }
  try {
    await migrate(db)
  } catch (error) {
    await close()
    throw error
  }
  return { db, maintain: () => engine.maintain(), close }
}

function reachServer(connectionString: string): Engine {
  return { pool: createPool({ connectionString }), maintain: nothingToDo, stop: nothingToDo }
}

async function startEmbedded(dataDir: string, onFailure: (error: Error) => void, workerFile?: string): Promise<Engine> {
  const embedded = await startEmbeddedDatabase({ dataDir, onFailure, ...(workerFile && { workerFile }) })
  const pool = createPool(embedded.connection)
  return { pool, maintain: () => maintain(pool), stop: () => embedded.stop() }
}

async function nothingToDo(): Promise<void> {}
