import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { restoreBackup } from '@server/backup/restore-backup'
import { tablesInOrder } from '@server/backup/tables'
import { writeBackup } from '@server/backup/write-backup'
import { openAsItIs } from '@server/db/open-database'
import type { Db } from '@server/db/schema'
import { createDiskStore } from '@server/storage/open-store'
import type { FileStore } from '@server/storage/file-store'
import type { TestApp } from './server-app'
import { copyEmptyDatabase, DATABASE_WORKER_FILE } from './worker/test-database'

/** An installation without a server: its database without tables, its file store, its folder. */
export interface BareInstallation {
  db: Db
  store: FileStore
  folder: string
  close(): Promise<void>
}

/** With an embedded database that is as empty as a new one, or with the one at `databaseUrl`; on disk, or with another store. */
export async function makeBareInstallation(databaseUrl?: string, store?: FileStore): Promise<BareInstallation> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pomnim-bare-'))
  if (databaseUrl === undefined) copyEmptyDatabase(folder)
  const database = await openAsItIs({ databaseUrl, dataDir: folder }, fail, DATABASE_WORKER_FILE)
  return {
    db: database.db,
    store: store ?? (await createDiskStore(path.join(folder, 'media'))),
    folder,
    async close() {
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export async function backUp(
  server: TestApp,
  file: string,
  options: Partial<Parameters<typeof writeBackup>[0]> = {},
): ReturnType<typeof writeBackup> {
  await mkdir(path.dirname(file), { recursive: true })
  const snapshot = options.snapshot ?? (await server.snapshot())
  return writeBackup({
    snapshot,
    store: server.store,
    target: file,
    scratch: `${file}.index`,
    release: 'test',
    ...options,
  })
}

export function restore({ db, store, folder }: BareInstallation, archive: string): ReturnType<typeof restoreBackup> {
  return restoreBackup({ db, store, archive, temporaryFolder: folder })
}

/** A checksum over the rows of each table, and over each stored file that a row names. */
export async function contentsOf({ db, store }: { db: Db; store: FileStore }): Promise<Record<string, string>> {
  const contents: Record<string, string> = {}
  await db.transaction().execute(async (tx) => {
    // Timestamps are printed in the session's time zone.
    await sql`set local time zone 'UTC'`.execute(tx)
    for (const table of await tablesInOrder(tx)) {
      const { rows } = await sql<{ row: string }>`
        select row_to_json(each)::text as row from ${sql.table(table)} each`.execute(tx)
      contents[table] = `${rows.length} rows ${sha256(rows.map(({ row }) => row).sort())}`
    }
  })
  for (const { id } of await db.selectFrom('media').select('id').execute()) {
    for (const name of await store.list(id)) {
      const stored = await store.open(`${id}/${name}`)
      const chunks: Buffer[] = []
      for await (const chunk of (await stored?.read()) ?? []) chunks.push(chunk as Buffer)
      contents[`${id}/${name}`] = sha256(chunks)
    }
  }
  return contents
}

function sha256(parts: (string | Buffer)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex')
}

function fail(error: Error): void {
  throw error
}
