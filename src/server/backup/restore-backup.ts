import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { migrate } from '../db/migrate'
import type { Db } from '../db/schema'
import { contentTypeOf } from '../media/stored-file'
import { type FileStore, isKey } from '../storage/file-store'
import { readArchive, readHead, skip, unpacked } from './archive-reader'
import { BackupError, type End, FILES, type Head, type IndexLine, ROWS, SECRET_KEY } from './format'
import { insertRows, prepareTables, setTriggers } from './rows'
import { setSequences } from './tables'
import type { Progress } from './write-backup'

/** Exists in the store until a restore has finished: then all other files there come from that restore. */
const BEGUN_FOLDER = 'restoring'
const BEGUN = `${BEGUN_FOLDER}/begun.txt`

interface RestoreParts {
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

/** Callbacks for reading a backup. Nothing is verified until `readBackup` has returned. */
interface BackupVisitor {
  /** The secret key, or a chunk of rows. It must be read to its end. */
  entry?: (name: string, content: AsyncIterable<Buffer>) => Promise<void>
  /** A stored file, by its key in the store. It must be read to its end. */
  file?: (key: string, content: AsyncIterable<Buffer>) => Promise<void>
}

/** SHA-256 of files by their names in an archive. */
type Wanted = Map<string, string>

/**
 * Reads a backup: its archive, and the files that it references in earlier archives of the same folder. `scratch` is a
 * path for temporary files.
 * @throws BackupError when one of the archives is incomplete, or lacks a file
 */
export async function readBackup(
  archive: string,
  scratch: string,
  visitor: BackupVisitor = {},
  identity?: string,
): Promise<Head & End> {
  const { entry = leave, file = leave } = visitor
  const elsewhere = new Map<string, Wanted>()

  const visit = {
    entry: (name: string, content: AsyncIterable<Buffer>) =>
      name.startsWith(FILES) ? file(keyOf(name), content) : entry(name, content),
    async line({ name, sha256, in: holder }: IndexLine) {
      if (holder === undefined) return
      const wanted = elsewhere.get(holder) ?? new Map<string, string>()
      elsewhere.set(holder, wanted.set(name, sha256))
    },
  }
  const whole = await readArchive(archive, scratch, visit, identity)
  for (const [holder, wanted] of elsewhere) await readWanted(besideOf(archive, holder), wanted)
  return whole

  async function readWanted(holder: string, wanted: Wanted): Promise<void> {
    const visit = {
      entry: (name: string, content: AsyncIterable<Buffer>) =>
        wanted.has(name) ? file(keyOf(name), content) : skip(content),
      async line(line: IndexLine) {
        if (line.in === undefined && wanted.get(line.name) === line.sha256) wanted.delete(line.name)
      },
    }
    await readArchive(holder, scratch, visit, identity)
    const [lacking] = wanted.keys()
    if (lacking !== undefined) throw new BackupError(`${holder} lacks ${lacking}, which ${archive} leaves to it`)
  }
}

function leave(_name: string, content: AsyncIterable<Buffer>): Promise<void> {
  return skip(content)
}

function keyOf(name: string): string {
  return name.slice(FILES.length)
}

/** An archive may be untrusted: a name in it must not lead to another folder. */
function besideOf(archive: string, name: string): string {
  if (path.basename(name) !== name) throw new BackupError(`${archive} names an archive in another folder`)
  return path.join(path.dirname(archive), name)
}

const STORED_AT_ONCE = 8

interface ParallelStore {
  /**
   * Resolves to the size in bytes once the content is read; the store may not have it yet.
   * @throws the store's error for this file or an earlier one
   */
  put(key: string, content: AsyncIterable<Buffer>): Promise<number>
  /** Resolves once the store has all files. */
  allStored(): Promise<void>
  /** Resolves once no file is in progress, successful or not. */
  settled(): Promise<void>
}

/**
 * Puts files into a store, several at once, because each waits for a disk or a network. Their temporary files lie in
 * `folder`.
 */
function createParallelStore(store: FileStore, folder: string): ParallelStore {
  // Failed ones stay, so that the next call reports the failure.
  const underWay = new Set<Promise<void>>()
  let count = 0

  return {
    async put(key, content) {
      const file = path.join(folder, `file-${++count}`)
      const sink = createWriteStream(file)
      await pipeline(content, sink)
      while (underWay.size >= STORED_AT_ONCE) await Promise.race(underWay)
      const stored = store.put(key, file, contentTypeOf(key)).then(() => void underWay.delete(stored))
      stored.catch(() => undefined)
      underWay.add(stored)
      return sink.bytesWritten
    },

    async allStored() {
      await Promise.all(underWay)
    },

    async settled() {
      await Promise.allSettled(underWay)
    },
  }
}
