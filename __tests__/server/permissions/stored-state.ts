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

  let last: { snapshot: string | undefined; rows: string[] } | undefined

  /** Two equal snapshots see the same rows: reading them is what takes the time. */
  async function currentRows(): Promise<string[]> {
    const { rows: snapshots } = await sql<{ now: string }>`select pg_current_snapshot()::text as now`.execute(db)
    const snapshot = snapshots[0]?.now
    if (!last || last.snapshot !== snapshot) {
      const { rows } = await sql<{ row: string }>`${sql.join(await rowsOfAll, sql` union all `)}`.execute(db)
      last = { snapshot, rows: rows.map(({ row }) => row) }
    }
    return last.rows
  }

  return async () => {
    const kept = await storedFiles()
    const received = await filesBelow(uploadsFolder(dataDir))
    return new Set([...(await currentRows()), ...[...kept, ...received].map((file) => file.join(': '))])
  }
}

/** The differences between two states. */
export function differences(before: StoredState, after: StoredState) {
  const missingIn = (other: StoredState) => (entry: string) => !other.has(entry)
  return { gone: [...before].filter(missingIn(after)), come: [...after].filter(missingIn(before)) }
}
