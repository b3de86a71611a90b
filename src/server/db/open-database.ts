import type { Config } from '../config'
import { connect } from './connect'
import { startEmbeddedDatabase } from './embedded/embedded-database'
import { migrate } from './migrate'
import type { Db } from './schema'

export interface OpenDatabase {
  db: Db
  close(): Promise<void>
}

/** The PostgreSQL of DATABASE_URL, or else the one embedded in DATA_DIR, brought to the shape this program expects. */
export async function openDatabase(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  onFailure: (error: Error) => void,
  workerFile?: string,
): Promise<OpenDatabase> {
  const opened = databaseUrl
    ? { db: connect({ connectionString: databaseUrl }), stop: () => Promise.resolve() }
    : await openEmbedded(dataDir, onFailure, workerFile)
  const close = async () => {
    await opened.db.destroy()
    await opened.stop()
  }
  try {
    await migrate(opened.db)
    return { db: opened.db, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function openEmbedded(dataDir: string, onFailure: (error: Error) => void, workerFile?: string) {
  const embedded = await startEmbeddedDatabase({ dataDir, onFailure, ...(workerFile && { workerFile }) })
  return { db: connect(embedded.connection), stop: () => embedded.stop() }
}
