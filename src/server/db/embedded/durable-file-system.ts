import { fsyncSync } from 'node:fs'

import { NodeFS } from '@electric-sql/pglite/nodefs'

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
export class DurableFileSystem extends NodeFS {
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
