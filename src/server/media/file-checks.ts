import { PICTURE_FILE } from '@contract/picture'
import type { Db } from '../db/schema'
import type { FileFault } from '../db/tables/media'
import type { Log } from '../lib/log'
import type { FileStore } from '../storage/file-store'
import { findDueChecks, recordFileFault, recordSoundFile } from './checksum-repository'
import { sha256OfStored } from './stored-file'

/** Of one run, each hour: a small part of what a disk reads meanwhile. */
const BYTES_OF_RUN = 2 * 1024 ** 3
const FILES_AT_A_TIME = 50
/** What a disk says of bytes that it has lost. */
const LOST_BY_DISK = ['EIO', 'EILSEQ', 'EUCLEAN', 'EBADMSG']

/** Reads stored files again, and notices when one no longer has the bytes that it came with. */
export interface FileChecks {
  /** Checks the files that were not read for the longest time, until none is due or enough bytes were read. */
  run(): Promise<void>
  /** Ends a run in the middle of a file: the file is due again. */
  stop(): void
}

export function createFileChecks(parts: { db: Db; store: FileStore; log: Pick<Log, 'error'> }): FileChecks {
  const { db, store, log } = parts
  const stopping = new AbortController()

  /** Returns the bytes that were read. */
  async function check({ id, sha256 }: { id: string; sha256: string | null }): Promise<number> {
    const found = await readMain(store, id, stopping.signal)
    const fault = typeof found === 'string' ? found : sha256 && found.sha256 !== sha256 ? 'changed' : undefined
    if (fault === undefined && typeof found !== 'string') await recordSoundFile(db, id, found.sha256)
    // Not one that was removed meanwhile.
    else if (fault && (await recordFileFault(db, id, fault))) log.error({ media: id, fault }, 'stored file is damaged')
    return typeof found === 'string' ? 0 : found.size
  }

  async function checkAllDue(): Promise<void> {
    const startedAt = new Date()
    let bytes = 0
    for (;;) {
      const due = await findDueChecks(db, { startedAt, limit: FILES_AT_A_TIME })
      if (due.length === 0) return
      for (const each of due) {
        if (bytes >= BYTES_OF_RUN) return
        bytes += await check(each)
      }
    }
  }

  return {
    async run() {
      try {
        await checkAllDue()
      } catch (error) {
        if (!stopping.signal.aborted) throw error
      }
    },
    stop: () => stopping.abort(),
  }
}

/** The main file of the folder: the smaller copies of a picture can be made again. */
async function readMain(
  store: FileStore,
  id: string,
  signal: AbortSignal,
): Promise<{ sha256: string; size: number } | FileFault> {
  signal.throwIfAborted()
  try {
    const names = await store.list(id)
    const name = names.includes(PICTURE_FILE) ? PICTURE_FILE : names[0]
    const stored = name === undefined ? undefined : await store.open(`${id}/${name}`)
    return stored ? { sha256: await sha256OfStored(stored, signal), size: stored.size } : 'missing'
  } catch (error) {
    if (LOST_BY_DISK.includes((error as NodeJS.ErrnoException).code ?? '')) return 'unreadable'
    throw error
  }
}
