import { constants } from 'node:fs'
import { cp, mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Pool } from 'pg'

const COPY_NAME = /^snapshot-/

/**
 * Copies the running database to `<target>/database`, as it is between two transactions. The engine has one connection,
 * and no process of it writes in the background: who holds that connection holds the files still. Everybody else waits so
 * long: about a second for a million memorials.
 */
export async function copyDatabase(pool: Pool, dataDir: string, target: string): Promise<void> {
  await mkdir(target, { recursive: true, mode: 0o700 })
  const client = await pool.connect()
  try {
    await client.query('CHECKPOINT')
    await cp(path.join(dataDir, 'database'), path.join(target, 'database'), {
      recursive: true,
      // Where the file system can, the copy shares its blocks with the original.
      mode: constants.COPYFILE_FICLONE,
    })
  } finally {
    client.release()
  }
}

/** Where a copy may be made: in the data folder, whose files are as secret. */
export function copyFolder(dataDir: string, name: string): string {
  return path.join(dataDir, `snapshot-${name}`)
}

/** For the start, under the lock of the folder: copies that a killed process left. */
export async function removeLeftCopies(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (COPY_NAME.test(name)) await rm(path.join(dataDir, name), { recursive: true, force: true })
  }
}
