import type { Insertable, Selectable, Updateable } from 'kysely'
import type { BurialDraft } from '@contract/burial'
import { compiledOnce } from '../../db/prepared'
import type { Db, Tables } from '../../db/schema'
import type { StoredMedia } from '../../media/media-library'

type StoredBurial = Selectable<Tables['burials']>
/** With the dimensions of its photo in pixels, where known. */
export type BurialRow = StoredBurial & { photo_width: number | null; photo_height: number | null }

/** A photo on the way to the grave. */
export interface StoredStep {
  id: string
  line: string
  width: number | null
  height: number | null
}

export function roadOf({ road }: Pick<StoredBurial, 'road'>): StoredStep[] {
  return road === null ? [] : (JSON.parse(road) as StoredStep[])
}

export function writeRoad(road: StoredStep[]): string | null {
  return road.length > 0 ? JSON.stringify(road) : null
}

export function asStep({ id, facts }: StoredMedia, line: string): StoredStep {
  return { id, line, width: facts?.width ?? null, height: facts?.height ?? null }
}

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

/** Undefined when the memorial already has one. Of two concurrent inserts exactly one succeeds. */
export async function insertBurial(db: Db, burial: Insertable<Tables['burials']>): Promise<StoredBurial | undefined> {
  return db
    .insertInto('burials')
    .values(burial)
    .onConflict((conflict) => conflict.column('memorial_id').doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** The columns of a new row from the form. */
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

/** For new memorials, which have none yet. */
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

/** Undefined when it was already deleted. */
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
