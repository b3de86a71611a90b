import type { Selectable } from 'kysely'
import type { Db, MemorialsTable } from '../db/schema'

export type MemorialRow = Selectable<MemorialsTable>

export async function findMemorial(db: Db, id: number): Promise<MemorialRow | undefined> {
  return db.selectFrom('memorials').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Whether there is such a memorial, public or private. */
export async function memorialExists(db: Db, id: number): Promise<boolean> {
  return !!(await db.selectFrom('memorials').select('id').where('id', '=', id).executeTakeFirst())
}

/** The memorial as it is now, locked until the transaction ends; undefined when it was deleted meanwhile. */
export async function lockMemorialRow(tx: Db, id: number): Promise<MemorialRow | undefined> {
  return tx.selectFrom('memorials').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}
