import type { Insertable, Selectable, Updateable } from 'kysely'
import type { BurialDraft } from '@contract/burial'
import { compiledOnce } from '../../db/prepared'
import type { Db, Tables } from '../../db/schema'

type StoredBurial = Selectable<Tables['burials']>
/** With the pixels of its photo, where they are known. */
export type BurialRow = StoredBurial & { photo_width: number | null; photo_height: number | null }

const selectBurial = compiledOnce<{ memorialId: number }, BurialRow>((db, parameter) =>
  withPhoto(db).where('burials.memorial_id', '=', parameter('memorialId')),
)

export async function findBurial(db: Db, memorialId: number): Promise<BurialRow | undefined> {
  const [burial] = await selectBurial(db, { memorialId })
  return burial
}

export async function findBurialById(db: Db, id: number): Promise<BurialRow | undefined> {
  return withPhoto(db).where('burials.id', '=', id).executeTakeFirst()
}

/** Undefined when the memorial has one already. Of two at once exactly one is inserted. */
export async function insertBurial(db: Db, burial: Insertable<Tables['burials']>): Promise<StoredBurial | undefined> {
  return db
    .insertInto('burials')
    .values(burial)
    .onConflict((conflict) => conflict.column('memorial_id').doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** What the form tells, for a new row. */
export function burialColumns(
  memorialId: number,
  { burial_address, cemetery, plot, burial_coordinates }: BurialDraft,
): Insertable<Tables['burials']> {
  return {
    memorial_id: memorialId,
    burial_address: burial_address || null,
    cemetery: cemetery || null,
    plot: plot || null,
    burial_coordinates: burial_coordinates || null,
  }
}

/** Those of new memorials, which have none yet. */
export async function insertBurials(db: Db, burials: Insertable<Tables['burials']>[]): Promise<void> {
  await db.insertInto('burials').values(burials).execute()
}

export async function updateBurial(
  db: Db,
  id: number,
  change: Omit<Updateable<Tables['burials']>, 'id' | 'memorial_id'>,
): Promise<StoredBurial> {
  return db.updateTable('burials').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

/** Undefined when it was deleted meanwhile. */
export async function deleteBurial(db: Db, id: number): Promise<StoredBurial | undefined> {
  return db.deleteFrom('burials').where('id', '=', id).returningAll().executeTakeFirst()
}

function withPhoto(db: Db) {
  return db
    .selectFrom('burials')
    .leftJoin('media', 'media.id', 'burials.photo_id')
    .selectAll('burials')
    .select(['media.width as photo_width', 'media.height as photo_height'])
}
