import type { Insertable, Selectable, Updateable } from 'kysely'
import { compiledOnce } from '../../db/prepared'
import type { Db, Tables } from '../../db/schema'

export type BurialRow = Selectable<Tables['burials']>

const selectBurial = compiledOnce<{ memorialId: number }, BurialRow>((db, parameter) =>
  db.selectFrom('burials').selectAll().where('memorial_id', '=', parameter('memorialId')),
)

export async function findBurial(db: Db, memorialId: number): Promise<BurialRow | undefined> {
  const [burial] = await selectBurial(db, { memorialId })
  return burial
}

export async function findBurialById(db: Db, id: number): Promise<BurialRow | undefined> {
  return db.selectFrom('burials').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Undefined when the memorial has one already. Of two at once exactly one is inserted. */
export async function insertBurial(db: Db, burial: Insertable<Tables['burials']>): Promise<BurialRow | undefined> {
  return db
    .insertInto('burials')
    .values(burial)
    .onConflict((conflict) => conflict.column('memorial_id').doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function updateBurial(
  db: Db,
  id: number,
  change: Omit<Updateable<Tables['burials']>, 'id' | 'memorial_id'>,
): Promise<BurialRow> {
  return db.updateTable('burials').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

/** Undefined when it was deleted meanwhile. */
export async function deleteBurial(db: Db, id: number): Promise<BurialRow | undefined> {
  return db.deleteFrom('burials').where('id', '=', id).returningAll().executeTakeFirst()
}
