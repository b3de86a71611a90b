import { migrate, migrationsOf } from '../db/migrate'
import type { Db } from '../db/schema'
import { insertRows, prepareTables, readRows, setTriggers } from './rows'
import { readSequences, setSequences, tablesInOrder } from './tables'
import type { Progress } from './write-backup'

/**
 * Copies all rows into an empty database, in one transaction. `from` must be a read-only transaction. Returns the
 * number of rows of each table.
 * @throws BackupError when the database is not empty
 */
export async function copyRows(
  from: Db,
  to: Db,
  onProgress: (progress: Progress) => void,
): Promise<Record<string, number>> {
  await prepareTables(to, (await migrationsOf(from)).done)
  const tables = await tablesInOrder(from)
  const counts: Record<string, number> = {}
  await to.transaction().execute(async (tx) => {
    await setTriggers(tx, tables, 'disable')
    for (const table of tables) {
      counts[table] = 0
      for await (const rows of readRows(from, table)) {
        await insertRows(tx, table, rows)
        counts[table] += rows.length
        onProgress({ rows: Object.values(counts).reduce((sum, more) => sum + more, 0), files: 0, bytes: 0 })
      }
    }
    await setSequences(tx, await readSequences(from))
    await setTriggers(tx, tables, 'enable')
  })
  await migrate(to)
  return counts
}
