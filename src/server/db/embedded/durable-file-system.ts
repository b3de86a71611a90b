import { fsyncSync } from 'node:fs'

import { NodeFS } from '@electric-sql/pglite/nodefs'

type InitParameters = Parameters<NodeFS['init']>

/** What is used here of Emscripten's file system, which has no types of its own for it. */
interface EmscriptenModule {
  FS: {
    filesystems: { NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => number } } }
    ErrnoError: new (errno: number) => Error
  }
}

/** WASI's number for an input/output error. */
const EIO = 29

/**
 * PGlite's folder on disk, with an fsync that reaches the disk. As shipped, it answers success without doing anything.
 *
 * Only fsync comes through here: fdatasync is a no-op inside PGlite itself, so PostgreSQL must run with `wal_sync_method=fsync`.
 * Folders come through as well, PostgreSQL opens them like files.
 */
export class DurableFileSystem extends NodeFS {
  readonly #onAbort: () => void

  /** @param onAbort called when PostgreSQL gave up (PANIC). It must end the thread: PGlite would spin forever */
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
      // PostgreSQL decides what a failed fsync means. For its log it is a PANIC: the commit is never acknowledged.
      throw new FS.ErrnoError(EIO)
    }
  }
}
