import { constants } from 'node:fs'
import { copyFile, mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Pool } from 'pg'

const COPY_NAME = /^snapshot-/
const LOG_FOLDER = 'pg_wal'
const SEGMENT_NAME = /^[0-9A-F]{24}$/
/** Checkpoints are many minutes apart, so hardly any copy meets one. */
const ATTEMPTS = 3

/**
 * Copies the running database to `<target>/database` while others go on writing: nobody waits for it. The copy is opened as
 * the database is after a power cut, and holds all that was committed before its log was copied.
 *
 * So PostgreSQL's own base backups are made: files are copied while they change, and after them the write-ahead log since the
 * last checkpoint. It mends what is not of one moment, for it has each page whole that changed since then (full_page_writes).
 * @throws Error where a checkpoint came in between each time
 */
export async function copyDatabase(pool: Pool, dataDir: string, target: string): Promise<void> {
  const [from, to] = [path.join(dataDir, 'database'), path.join(target, 'database')]
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const begun = await lastCheckpoint(pool)
    await mkdir(to, { recursive: true, mode: 0o700 })
    await copyFolder(from, to, ({ parentPath, name }) => path.join(parentPath, name) !== path.join(from, LOG_FOLDER))
    await copyLog(path.join(from, LOG_FOLDER), path.join(to, LOG_FOLDER), begun.firstSegment)
    // Another one would want the log from a later place, and lets go of what was to be copied.
    if ((await lastCheckpoint(pool)).place === begun.place) return
    await rm(to, { recursive: true, force: true })
  }
  throw new Error(`In each of ${ATTEMPTS} attempts to copy the database a checkpoint came in between`)
}

interface Checkpoint {
  /** In the log. */
  place: string
  /** The file of the log from where on it is needed. */
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

/** Leaves out what goes away meanwhile: tables that are dropped, temporary files. */
async function copyFolder(from: string, to: string, isWanted: (entry: Entry) => boolean): Promise<void> {
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (!isWanted(entry)) continue
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)]
    if (entry.isDirectory()) {
      await mkdir(target)
      await copyFolder(source, target, isWanted).catch(unlessGone)
    } else {
      // Where the file system can, the copy shares its blocks with the original.
      await copyFile(source, target, constants.COPYFILE_FICLONE).catch(unlessGone)
    }
  }
}

/** Names of the log's files grow. What it has beside them is of no use to a copy, but the folder must be there. */
async function copyLog(from: string, to: string, firstSegment: string): Promise<void> {
  await mkdir(to)
  await copyFolder(from, to, ({ name }) => SEGMENT_NAME.test(name) && name >= firstSegment)
}

function unlessGone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

/** Where a copy may be made: in the data folder, whose files are as secret. */
export function folderOfCopy(dataDir: string, name: string): string {
  return path.join(dataDir, `snapshot-${name}`)
}

/** For the start, under the lock of the folder: copies that a killed process left. */
export async function removeLeftCopies(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (COPY_NAME.test(name)) await rm(path.join(dataDir, name), { recursive: true, force: true })
  }
}
