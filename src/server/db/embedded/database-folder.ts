import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import path from 'node:path'

import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'

import { DurableFileSystem } from './durable-file-system'

const DURABILITY = ['fsync=on', 'synchronous_commit=on', 'full_page_writes=on', 'wal_sync_method=fsync']

// PostgreSQL sees only a part of what its recursion takes of the thread's stack, which is 4 MB. With its usual 2 MB the thread's stack ends
// first; now nearly every such query is refused in time.
const STACK = ['max_stack_depth=256kB']

/** PGlite's own parameters without its `-F`, which turns fsync off. */
const START_PARAMETERS = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...[...DURABILITY, ...STACK].flatMap((setting) => ['-c', setting]),
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
  const lastWords: string[] = []
  let opening = true
  try {
    const database = await PGlite.create({
      fs: new DurableFileSystem(folder, () => onAbort(lastWords.join('\n'))),
      startParams: START_PARAMETERS,
      extensions: { pg_trgm },
      // Once it is open, the rest of what PostgreSQL says quotes rows, and with them people's data.
      onStderr(line) {
        if (opening || /\b(?:PANIC|FATAL):/.test(line)) lastWords.push(line)
        return false
      },
    })
    opening = false
    lastWords.length = 0
    abortOnTrap(database.Module, onAbort)
    return database
  } catch (error) {
    throw new Error(`The database in ${folder} did not open. ${lastWords.join('\n')}`, { cause: error })
  }
}

/** A trap (stack or memory exceeded) leaves the engine in the middle of something. PGlite would call it again and again, without end. */
function abortOnTrap(engine: PGlite['Module'], onAbort: (reason: string) => void): void {
  const runOneCommand = engine._PostgresMainLoopOnce
  engine._PostgresMainLoopOnce = () => {
    try {
      runOneCommand()
    } catch (error) {
      if (error instanceof RangeError || error instanceof WebAssembly.RuntimeError) onAbort(String(error))
      throw error
    }
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
