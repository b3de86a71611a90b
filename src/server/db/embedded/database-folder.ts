import { chmodSync, closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'

import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'

import { DurableFileSystem } from './durable-file-system'

/** PGlite's own parameters without its `-F` (no fsync), and with what durability needs. */
const START_PARAMETERS = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['fsync=on', 'synchronous_commit=on', 'full_page_writes=on', 'wal_sync_method=fsync'].flatMap((setting) => ['-c', setting]),
]

/**
 * Opens the database in `folder`, making a new one where there is none. Call it under the lock of the data folder only.
 * @param onAbort called with PostgreSQL's last words when it gives up; must end the thread
 */
export async function openDatabase(folder: string, onAbort: (reason: string) => void): Promise<PGlite> {
  if (!existsSync(folder)) await createDatabase(folder, onAbort)
  return open(folder, onAbort)
}

/** A first start may be cut short: what carries the final name is whole and on disk. */
async function createDatabase(folder: string, onAbort: (reason: string) => void): Promise<void> {
  const unfinished = `${folder}.new`
  rmSync(unfinished, { recursive: true, force: true })
  const database = await open(unfinished, onAbort)
  await database.close()
  fsyncTree(unfinished)
  renameSync(unfinished, folder)
  fsyncPath(path.dirname(folder))
}

async function open(folder: string, onAbort: (reason: string) => void): Promise<PGlite> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // PGlite makes its files readable to everyone; this folder keeps them closed.
  chmodSync(folder, 0o700)
  let lastWords = ''
  try {
    return await PGlite.create({
      fs: new DurableFileSystem(folder, () => onAbort(lastWords)),
      startParams: START_PARAMETERS,
      extensions: { pg_trgm },
      // The rest of what PostgreSQL says quotes rows, and with them people's data.
      onStderr(line) {
        if (/\b(?:PANIC|FATAL):/.test(line)) lastWords = line
        return false
      },
    })
  } catch (error) {
    throw new Error(`The database in ${folder} did not open. ${lastWords}`, { cause: error })
  }
}

function fsyncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const entryPath = path.join(folder, entry.name)
    if (entry.isDirectory()) fsyncTree(entryPath)
    else fsyncPath(entryPath)
  }
  fsyncPath(folder)
}

function fsyncPath(fileOrFolder: string): void {
  const descriptor = openSync(fileOrFolder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
