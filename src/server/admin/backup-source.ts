import type { Config } from '../config'
import { migrationsOf } from '../db/migrate'
import { openAsItIs } from '../db/open-database'
import { copiedSnapshot, serverSnapshot, type Snapshot, snapshotOn } from '../db/snapshot'
import { readSecretKey } from '../lib/secret-key'
import { extendHold, holdRemovals } from '../media/repository'
import { openStore } from '../storage/open-store'
import type { FileStore } from '../storage/file-store'
import { giveUp } from './give-up'
import { HOLD_EXTENDED_MS, HOLD_SECONDS } from './protocol'
import { findRunningServer } from './server-client'
import { VerbError } from './verb'

/** The source of a backup. Until `close`, files that its rows reference are not removed. */
export interface BackupSource {
  snapshot: Snapshot
  store: FileStore
  /** The key in DATA_DIR, if the settings have none. */
  secretKey: string | undefined
  close(): Promise<void>
}

/** The rows and files of the installation, whether or not a server is running. */
export async function openBackupSource(config: Config): Promise<BackupSource> {
  const rows = await openRows(config)
  try {
    return {
      ...rows,
      store: await openStore(config),
      secretKey: config.secretKey === undefined ? await readSecretKey(config.dataDir) : undefined,
    }
  } catch (error) {
    await rows.snapshot.close()
    await rows.close()
    throw error
  }
}

type Rows = Pick<BackupSource, 'snapshot' | 'close'>

async function openRows(config: Config): Promise<Rows> {
  if (config.databaseUrl) return serverRows(config, config.databaseUrl)
  const server = await findRunningServer(config.dataDir)
  if (!server) return stoppedRows(config)
  try {
    return { snapshot: await copiedSnapshot(await server.copy()), close: async () => server.close() }
  } catch (error) {
    server.close()
    throw error
  }
}

async function serverRows(config: Config, databaseUrl: string): Promise<Rows> {
  const { db, close } = await openAsItIs(config, giveUp)
  try {
    const { missing } = await migrationsOf(db)
    if (missing.length > 0) throw new VerbError('the database is of an older release: run `migrate` first')
    const hold = await holdRemovals(db, HOLD_SECONDS)
    const timer = setInterval(() => void extendHold(db, hold, HOLD_SECONDS).catch(() => undefined), HOLD_EXTENDED_MS)
    return {
      snapshot: await serverSnapshot(databaseUrl),
      async close() {
        clearInterval(timer)
        await extendHold(db, hold, 0)
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** No other process has the database open, so none removes files. */
async function stoppedRows(config: Config): Promise<Rows> {
  const { db, close } = await openAsItIs(config, giveUp)
  return { snapshot: await snapshotOn(db), close }
}
