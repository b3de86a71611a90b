import { sql } from 'kysely'
import { uploadsFolder } from '@server/media/temporary-room'
import type { TestApp } from '@support/server-app'
import { filesBelow } from '@support/stored-files'

/** Each process writes there by itself, every two seconds, how far it has read the log of changes. */
const WRITTEN_BY_NO_CALL = ['change_readers']

/** Every row of every other table, and every file with its size. */
export type StoredState = ReadonlySet<string>

export function createStateReader({ db, dataDir, storedFiles }: TestApp): () => Promise<StoredState> {
  const rowsOfAll = db.introspection
    .getTables()
    .then((tables) =>
      tables
        .filter(({ name }) => !WRITTEN_BY_NO_CALL.includes(name))
        .map(({ name }) => sql`select ${sql.lit(name)} || t::text as row from ${sql.table(name)} t`),
    )

  return async () => {
    const kept = await storedFiles()
    const received = await filesBelow(uploadsFolder(dataDir))
    const { rows } = await sql<{ row: string }>`${sql.join(await rowsOfAll, sql` union all `)}`.execute(db)
    return new Set([...rows.map(({ row }) => row), ...[...kept, ...received].map((file) => file.join(': '))])
  }
}

/** The differences between two states. */
export function differences(before: StoredState, after: StoredState) {
  const missingIn = (other: StoredState) => (entry: string) => !other.has(entry)
  return { gone: [...before].filter(missingIn(after)), come: [...after].filter(missingIn(before)) }
}
