import { constants } from 'node:fs'
import { copyFile, mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Pool } from 'pg'

const COPY_NAME = /^snapshot-/
const LOG_FOLDER = 'pg_wal'
const SEGMENT_NAME = /^[0-9A-F]{24}$/
/** Checkpoints are many minutes apart, so a copy rarely coincides with one. */
const ATTEMPTS = 3

/**
 * Copies the running database to `<target>/database` without blocking writers. The copy opens like a database after a
 * power failure, and contains everything that was committed before its log was copied.
 *
 * PostgreSQL's own base backups work in the same way: files are copied while they change, then the write-ahead log
 * since the last checkpoint. The log repairs inconsistencies, because it contains every page that changed since then as
 * a whole (full_page_writes).
 * @throws Error when a checkpoint interfered with every attempt
 */
export async function copyDatabase(pool: Pool, dataDir: string, target: string): Promise<void> {
  const [from, to] = [path.join(dataDir, 'database'), path.join(target, 'database')]
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const checkpoint = await lastCheckpoint(pool)
    await mkdir(to, { recursive: true, mode: 0o700 })
    await copyFolder(from, to, ({ parentPath, name }) => path.join(parentPath, name) !== path.join(from, LOG_FOLDER))
    await copyLog(path.join(from, LOG_FOLDER), path.join(to, LOG_FOLDER), checkpoint.firstSegment)
    // A new checkpoint requires a later position of the log, and removes segments that were to be copied.
    if ((await lastCheckpoint(pool)).place === checkpoint.place) return
    await rm(to, { recursive: true, force: true })
  }
  throw new Error(`In each of ${ATTEMPTS} attempts to copy the database a checkpoint came in between`)
}

interface Checkpoint {
  /** The position in the log. */
  place: string
  /** The first log file that is needed. */
  firstSegment: string
}

async function lastCheckpoint(pool: Pool): Promise<Checkpoint> {
  const { rows } = await pool.query<Checkpoint>(
    'SELECT checkpoint_lsn::text AS place, redo_wal_file AS "firstSegment" FROM pg_control_checkpoint()',
  )
  const [checkpoint] = rows
  if (!checkpoint) throw new Error('The database does not know its last checkpoint')
  return checkpoint
}

interface Entry {
  parentPath: string
  name: string
}

/** Skips entries that disappear in the meantime: dropped tables, temporary files. */
async function copyFolder(from: string, to: string, isWanted: (entry: Entry) => boolean): Promise<void> {
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (!isWanted(entry)) continue
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)]
    if (entry.isDirectory()) {
      await mkdir(target)
      await copyFolder(source, target, isWanted).catch(unlessGone)
    } else {
      // The copy shares its blocks with the original if the file system supports that.
      await copyFile(source, target, constants.COPYFILE_FICLONE).catch(unlessGone)
    }
  }
}

/** Names of log files increase. A copy needs no other files of the log, but the folder must exist. */
async function copyLog(from: string, to: string, firstSegment: string): Promise<void> {
  await mkdir(to)
  await copyFolder(from, to, ({ name }) => SEGMENT_NAME.test(name) && name >= firstSegment)
}

function unlessGone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

/** A folder for a copy, inside the data folder, because its files are just as secret. */
export function folderOfCopy(dataDir: string, name: string): string {
  return path.join(dataDir, `snapshot-${name}`)
}

/** For the start, under the lock of the folder: removes copies left over from a killed process. */
export async function removeLeftCopies(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (COPY_NAME.test(name)) await rm(path.join(dataDir, name), { recursive: true, force: true })
  }
}
