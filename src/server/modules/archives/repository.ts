import type { Insertable, Selectable } from 'kysely'
import type { ArchiveKind } from '@contract/archive'
import { compiledOnce } from '../../db/prepared'
import type { Db, Tables } from '../../db/schema'

type StoredItem = Selectable<Tables['archive_items']>
/** With the pixels of a photo, where they are known. */
export type ArchiveItemRow = StoredItem & { width: number | null; height: number | null }

const selectItems = compiledOnce<{ memorialId: number; kind: ArchiveKind }, ArchiveItemRow>((db, parameter) =>
  withSize(db)
    .where('archive_items.memorial_id', '=', parameter('memorialId'))
    .where('kind', '=', parameter('kind'))
    .orderBy('archive_items.id'),
)

export async function listItems(db: Db, memorialId: number, kind: ArchiveKind): Promise<ArchiveItemRow[]> {
  return selectItems(db, { memorialId, kind })
}

export async function findItem(db: Db, kind: ArchiveKind, id: number): Promise<ArchiveItemRow | undefined> {
  return withSize(db).where('archive_items.id', '=', id).where('kind', '=', kind).executeTakeFirst()
}

export async function countItems(db: Db, memorialId: number, kind: ArchiveKind): Promise<number> {
  const { items } = await db
    .selectFrom('archive_items')
    .select((eb) => eb.fn.countAll<number>().as('items'))
    .where('memorial_id', '=', memorialId)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  return items
}

export async function insertItem(db: Db, item: Insertable<Tables['archive_items']>): Promise<StoredItem> {
  return db.insertInto('archive_items').values(item).returningAll().executeTakeFirstOrThrow()
}

/** Undefined when it was deleted meanwhile. */
export async function describeItem(db: Db, id: number, description: string | null): Promise<StoredItem | undefined> {
  return db.updateTable('archive_items').set({ description }).where('id', '=', id).returningAll().executeTakeFirst()
}

/** Undefined when it was deleted meanwhile. Of two callers at once exactly one gets it. */
export async function deleteItem(db: Db, id: number): Promise<StoredItem | undefined> {
  return db.deleteFrom('archive_items').where('id', '=', id).returningAll().executeTakeFirst()
}

/** The largest free space in bytes that one advanced memorial of an account has; 0 when it has none. */
export async function findLargestRoom(db: Db, userId: number): Promise<number> {
  const { room } = await db
    .selectFrom('memorials')
    .select((eb) => eb.fn.max<number | null>(eb('media_storage_limit', '-', eb.ref('used_storage_bytes'))).as('room'))
    .where('user_id', '=', userId)
    .where('is_advanced', '=', true)
    .executeTakeFirstOrThrow()
  return room ?? 0
}

/** Counts bytes that a memorial's files take up; a negative number frees them. */
export async function addUsedBytes(tx: Db, memorialId: number, bytes: number): Promise<void> {
  await tx
    .updateTable('memorials')
    .set((eb) => ({ used_storage_bytes: eb('used_storage_bytes', '+', bytes) }))
    .where('id', '=', memorialId)
    .execute()
}

function withSize(db: Db) {
  return db
    .selectFrom('archive_items')
    .leftJoin('media', 'media.id', 'archive_items.media_id')
    .selectAll('archive_items')
    .select(['media.width', 'media.height'])
}
