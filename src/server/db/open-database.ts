import type { Config } from '../config'
import { connect, createPool } from './connect'
import { startEmbeddedDatabase } from './embedded/embedded-database'
import { maintain } from './embedded/maintenance'
import { migrate } from './migrate'
import type { Db } from './schema'
import { FOR_BACKGROUND, FOR_MIGRATIONS, FOR_REQUESTS, type Patience } from './patience'

export interface OpenDatabase {
  /** For requests: a query that takes long is given up. */
  db: Db
  /** The same database for work that nobody waits for, and that may take long. */
  patientDb: Db
  /** What a PostgreSQL server does by itself; the embedded engine waits to be told. */
  maintain(): Promise<void>
  close(): Promise<void>
}

/** The PostgreSQL of DATABASE_URL, or else the one embedded in DATA_DIR, brought to the shape this program expects. */
export async function openDatabase(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  onFailure: (error: Error) => void,
  workerFile?: string,
): Promise<OpenDatabase> {
  return databaseUrl ? openServer(databaseUrl) : openEmbedded(dataDir, onFailure, workerFile)
}

async function openServer(connectionString: string): Promise<OpenDatabase> {
  const open = ({ answerWithinMs, ...settings }: Patience) =>
    connect(createPool({ connectionString, ...settings }), answerWithinMs)
  const migrating = open(FOR_MIGRATIONS)
  await migrate(migrating).finally(() => migrating.destroy())

  const db = open(FOR_REQUESTS)
  const patientDb = open(FOR_BACKGROUND)
  return {
    db,
    patientDb,
    maintain: async () => undefined,
    async close() {
      await Promise.all([db.destroy(), patientDb.destroy()])
    },
  }
}

/** Its one connection goes to a thread of this process, which cannot fall silent as a network does: nothing is given up. */
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
  return { db, patientDb: db, maintain: () => maintain(pool), close }
}
