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
import { NodeFS } from '@electric-sql/pglite/nodefs'

const DURABILITY = ['fsync=on', 'synchronous_commit=on', 'full_page_writes=on', 'wal_sync_method=fsync']

// PostgreSQL measures only a share of the stack that its recursion uses; the thread has 4 MB. With the default of 2 MB
// the thread's stack would overflow first. With this limit PostgreSQL rejects nearly every such query in time.
const STACK = ['max_stack_depth=256kB']

// PGlite's 128 MB stay in memory once they were used. The operating system caches the files of the database anyway.
const MEMORY = ['shared_buffers=16MB', 'wal_buffers=1MB', 'maintenance_work_mem=16MB']

/** PGlite's own parameters, of which `-F` turns fsync off. */
function startParameters(isTemporary: boolean): string[] {
  const own = PGlite.defaultStartParams.filter((parameter) => isTemporary || parameter !== '-F')
  const settings = [...(isTemporary ? [] : DURABILITY), ...STACK, ...MEMORY]
  return [...own, ...settings.flatMap((setting) => ['-c', setting])]
}

/**
 * Opens the database in `folder`, creating it if necessary. Call it only under the lock of the data folder.
 * @param onAbort called with PostgreSQL's last error lines when it aborts; must end the thread
 * @param isTemporary the database need not survive a power failure
 */
export async function openDatabase(
  folder: string,
  onAbort: (reason: string) => void,
  isTemporary = false,
): Promise<PGlite> {
  if (!existsSync(folder)) await createDatabase(folder, onAbort)
  return open(folder, onAbort, isTemporary)
}

/** Built under a temporary name and renamed at the end: an interrupted start leaves no partial database. */
async function createDatabase(folder: string, onAbort: (reason: string) => void): Promise<void> {
  const unfinished = `${folder}.new`
  rmSync(unfinished, { recursive: true, force: true })
  const database = await open(unfinished, onAbort)
  await database.close()
  fsyncTree(unfinished)
  renameSync(unfinished, folder)
  fsyncPath(path.dirname(folder))
}

async function open(folder: string, onAbort: (reason: string) => void, isTemporary = false): Promise<PGlite> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // PGlite makes its files readable for everyone. The folder's mode protects them.
  chmodSync(folder, 0o700)
  const errorLines: string[] = []
  let opening = true
  try {
    const database = await PGlite.create({
      fs: new DurableFileSystem(folder, () => onAbort(errorLines.join('\n'))),
      startParams: startParameters(isTemporary),
      extensions: { pg_trgm },
      // After the start, PostgreSQL's other messages may quote rows, which contain personal data.
      onStderr(line) {
        if (opening || /\b(?:PANIC|FATAL):/.test(line)) errorLines.push(line)
        return false
      },
    })
    opening = false
    errorLines.length = 0
    abortOnTrap(database.Module, onAbort)
    return database
  } catch (error) {
    throw new Error(`The database in ${folder} did not open. ${errorLines.join('\n')}`, { cause: error })
  }
}

/** After a trap (stack or memory exceeded) the engine's state is broken, and PGlite would call it again endlessly. */
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

type InitParameters = Parameters<NodeFS['init']>

/** The API of Emscripten's file system that we use. It has no types of its own. */
interface EmscriptenModule {
  FS: {
    filesystems: { NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => number } } }
    ErrnoError: new (errno: number) => Error
  }
}

/** WASI's number for an input/output error. */
const EIO = 29

/**
 * PGlite's folder on disk, with a real fsync. PGlite's own reports success without doing anything.
 *
 * Only fsync gets here: fdatasync does nothing inside PGlite, so PostgreSQL must run with `wal_sync_method=fsync`.
 * Folders get here too, because PostgreSQL opens them like files.
 */
class DurableFileSystem extends NodeFS {
  readonly #onAbort: () => void

  /** @param onAbort called when PostgreSQL aborts (PANIC). It must end the thread: PGlite would loop forever */
  constructor(folder: string, onAbort: () => void) {
    super(folder)
    this.#onAbort = onAbort
  }

  override async init(pg: InitParameters[0], options: InitParameters[1]): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options)
    return {
      emscriptenOpts: {
        ...emscriptenOpts,
        onAbort: this.#onAbort,
        preRun: [...(emscriptenOpts.preRun ?? []), giveFsync],
      },
    }
  }
}

function giveFsync(engine: unknown): void {
  const { FS } = engine as EmscriptenModule
  FS.filesystems.NODEFS.stream_ops.fsync = (stream) => {
    try {
      fsyncSync(stream.nfd)
      return 0
    } catch {
      // PostgreSQL decides what a failed fsync means. For the write-ahead log it is a PANIC: the commit is never
      // confirmed.
      throw new FS.ErrnoError(EIO)
    }
  }
}
