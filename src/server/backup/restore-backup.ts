import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { migrate } from '../db/migrate'
import type { Db } from '../db/schema'
import { type FileStore, isKey } from '../storage/file-store'
import { readHead, unpacked } from './archive-reader'
import { createParallelStore } from './parallel-store'
import { BackupError, type End, type Head, ROWS, SECRET_KEY } from './format'
import { type BackupVisitor, readBackup } from './read-backup'
import { insertRows, prepareTables, setTriggers } from './rows'
import { setSequences } from './tables'
import type { Progress } from './write-backup'

/** Exists in the store until a restore has finished: then all other files there come from that restore. */
const BEGUN_FOLDER = 'restoring'
const BEGUN = `${BEGUN_FOLDER}/begun.txt`

export interface RestoreParts {
  /** A database that is not in use, without tables or with empty ones. */
  db: Db
  /** Empty, except for the remains of a failed restore. */
  store: FileStore
  archive: string
  /** The private key of an encrypted archive. */
  identity?: string | undefined
  /** A local folder for temporary files. */
  temporaryFolder: string
  onProgress?: ((progress: Progress) => void) | undefined
}

/**
 * Restores a backup into an empty database and a file store. The rows are committed at the end, once the whole archive
 * is read and verified: before that the database stays empty, and the restore can be retried. Also returns the secret
 * key, if the archive has one.
 * @throws BackupError when the archive is incomplete, was written by a newer release, or the database or the store is
 * in use
 */
export async function restoreBackup(parts: RestoreParts): Promise<Head & End & { secretKey?: string }> {
  const { db, store, archive, identity, temporaryFolder, onProgress } = parts
  const folder = await mkdtemp(path.join(temporaryFolder, 'restore-'))
  const scratch = path.join(folder, 'index')
  const keeper = createParallelStore(store, folder)
  const progress: Progress = { rows: 0, files: 0, bytes: 0 }
  let secretKey: string | undefined
  try {
    const { tables, migrations } = await readHead(archive, identity)
    await refuseUsedStore(store)
    await prepareTables(db, migrations)
    await markBegun(store, scratch)
    const restored = await db.transaction().execute(async (tx) => {
      await setTriggers(tx, tables, 'disable')
      const visit: BackupVisitor = {
        async entry(name, content) {
          const bytes = await buffer(content)
          if (name === SECRET_KEY) secretKey = String(bytes)
          const table = tableOf(name)
          if (table === undefined) return
          if (!tables.includes(table)) throw new BackupError(`${archive} has rows of an unknown table`)
          const rows = await unpacked(bytes)
          await insertRows(tx, table, rows)
          progress.rows += rows.length
          onProgress?.({ ...progress })
        },
        async file(key, content) {
          if (!isKey(key)) throw new BackupError(`${archive} has a file with a name that no store takes`)
          progress.bytes += await keeper.put(key, content)
          progress.files++
          onProgress?.({ ...progress })
        },
      }
      const whole = await readBackup(archive, scratch, visit, identity)
      await keeper.allStored()
      await setSequences(tx, whole.sequences)
      await setTriggers(tx, tables, 'enable')
      return whole
    })
    await migrate(db)
    await store.removeFolder(BEGUN_FOLDER)
    return { ...restored, ...(secretKey !== undefined && { secretKey }) }
  } finally {
    await keeper.settled()
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Two installations with one store would remove each other's files.
 * @throws BackupError
 */
async function refuseUsedStore(store: FileStore): Promise<void> {
  if ((await store.isEmpty()) || (await store.open(BEGUN))) return
  throw new BackupError('the file store is not empty: nothing was changed')
}

async function markBegun(store: FileStore, file: string): Promise<void> {
  await writeFile(file, 'A restore began here, and has not ended.')
  await store.put(BEGUN, file, 'text/plain')
}

/** The table of a chunk of rows; undefined for other entries. */
function tableOf(name: string): string | undefined {
  return name.startsWith(ROWS) ? name.slice(ROWS.length).split('/', 1)[0] : undefined
}
