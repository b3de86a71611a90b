import type { Insertable, Updateable } from 'kysely'
import type { MemorialRow } from '../../access/memorial-repository'
import type { Db, MemorialsTable } from '../../db/schema'
import { nameKey } from '../../lib/search-text'

/** A memorial without the columns that are computed here or by the database. */
export type NewMemorial = Omit<Insertable<MemorialsTable>, NameKey>

export type MemorialUpdate = Omit<Updateable<MemorialsTable>, 'user_id' | NameKey>

type NameKey = 'lastname_key' | 'name_key' | 'surname_key' | 'maiden_name_key'

/** Credits of an account that it can spend on memorials. */
export type Credit = 'advanced_memorials_left' | 'bonus_gb_left'

export async function listMemorialsOf(db: Db, userId: number): Promise<MemorialRow[]> {
  return db.selectFrom('memorials').selectAll().where('user_id', '=', userId).orderBy('id', 'desc').execute()
}

export async function updateMemorial(db: Db, id: number, change: MemorialUpdate): Promise<MemorialRow> {
  const { lastname, name, surname, maiden_name } = change
  return db
    .updateTable('memorials')
    .set({
      ...change,
      ...(lastname !== undefined && { lastname_key: nameKey(lastname) }),
      ...(name !== undefined && { name_key: nameKey(name) }),
      ...(surname !== undefined && { surname_key: nameKey(surname ?? '') }),
      ...(maiden_name !== undefined && { maiden_name_key: nameKey(maiden_name ?? '') }),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Deletes its burial, memories and media rows too. */
export async function deleteMemorial(db: Db, id: number): Promise<void> {
  await db.deleteFrom('memorials').where('id', '=', id).execute()
}

export async function insertMemorial(db: Db, memorial: NewMemorial): Promise<MemorialRow> {
  return db
    .insertInto('memorials')
    .values({
      ...memorial,
      lastname_key: nameKey(memorial.lastname),
      name_key: nameKey(memorial.name),
      surname_key: nameKey(memorial.surname ?? ''),
      maiden_name_key: nameKey(memorial.maiden_name ?? ''),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Locks the owner's row until the transaction ends, and says whether they may have one more memorial. */
export async function lockAndCheckPlace(tx: Db, userId: number): Promise<boolean> {
  const owner = await tx
    .selectFrom('users')
    .select('max_memorials')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const { taken } = await tx
    .selectFrom('memorials')
    .select(({ fn }) => fn.countAll<number>().as('taken'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return taken < owner.max_memorials
}

/** Takes one credit if there is one. Of two callers for the last credit exactly one gets true. */
export async function spendCredit(db: Db, userId: number, credit: Credit): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set((eb) => ({ [credit]: eb(credit, '-', 1) }))
    .where('id', '=', userId)
    .where(credit, '>', 0)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
