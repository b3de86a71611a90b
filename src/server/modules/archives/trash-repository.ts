import { type NotNull, type Selectable, sql } from 'kysely'
import type { ArchiveKind } from '@contract/archive'
import { TRASH_DAYS } from '@contract/retention'
import { clock, daysAgo } from '../../db/instants'
import type { Db, Tables } from '../../db/schema'
import { closeGap, countItems, type StoredItem } from './repository'

/** An item in the trash: it is on no page until it is restored, and its files are not served. */
export type TrashedItemRow = Selectable<Tables['archive_items']> & { trashed_at: Date; trashed_memorial_id: number }

/** The trashed items of one archive, latest first, with a tiny preview where there is one. */
export async function listTrashedItems(db: Db, memorialId: number, kind: ArchiveKind) {
  return db
    .selectFrom('archive_items')
    .leftJoin('media', 'media.id', 'archive_items.media_id')
    .leftJoin('media as poster', 'poster.id', 'archive_items.poster_id')
    .selectAll('archive_items')
    .select(['media.width', 'media.height', 'media.duration'])
    .select((eb) => eb.fn.coalesce('poster.preview', 'media.preview').as('preview'))
    .where('archive_items.trashed_memorial_id', '=', memorialId)
    .where('kind', '=', kind)
    .orderBy('trashed_at', 'desc')
    .orderBy('archive_items.id', 'desc')
    .$narrowType<{ trashed_at: NotNull; trashed_memorial_id: NotNull }>()
    .execute()
}

/** The page that a trashed item came from; undefined when it is not in the trash. */
export async function pageOfTrashedItem(db: Db, kind: ArchiveKind, id: number): Promise<number | undefined> {
  const found = await db
    .selectFrom('archive_items')
    .select('trashed_memorial_id')
    .where('id', '=', id)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return found?.trashed_memorial_id ?? undefined
}

/** Removes an item and its files from the locked page. False when it was already deleted. Later items move up. */
export async function moveToTrash(tx: Db, memorialId: number, id: number): Promise<boolean> {
  const item = await tx
    .updateTable('archive_items')
    .set({ memorial_id: null, trashed_at: clock(), trashed_memorial_id: memorialId })
    .where('id', '=', id)
    .where('memorial_id', '=', memorialId)
    .returningAll()
    .executeTakeFirst()
  if (!item) return false
  await tx
    .updateTable('media')
    .set({ memorial_id: null, trashed_memorial_id: memorialId })
    .where('id', 'in', mediaIdsOf(item))
    .execute()
  await closeGap(tx, { ...item, memorial_id: memorialId })
  return true
}

/** Restores an item to the locked page, as close to its former position as possible. Undefined when it is gone. */
export async function takeFromTrash(tx: Db, memorialId: number, id: number): Promise<StoredItem | undefined> {
  const item = await inTrashOf(tx, memorialId, id)
  if (!item) return undefined
  const position = Math.min(item.position, (await countItems(tx, memorialId, item.kind)) + 1)
  await tx
    .updateTable('archive_items')
    .set((eb) => ({ position: eb('position', '+', 1) }))
    .where('memorial_id', '=', memorialId)
    .where('kind', '=', item.kind)
    .where('position', '>=', position)
    .execute()
  await tx
    .updateTable('media')
    .set({ memorial_id: memorialId, trashed_memorial_id: null })
    .where('id', 'in', mediaIdsOf(item))
    .execute()
  // The film may have been deleted before its poster and copy were made.
  const isToPrepare = item.kind === 'video' && (item.poster_id === null || item.copy_id === null)
  return tx
    .updateTable('archive_items')
    .set({ memorial_id: memorialId, trashed_at: null, trashed_memorial_id: null, position })
    .$if(isToPrepare, (query) => query.set({ prepare_due_at: sql<Date>`now()`, prepare_attempts: 0 }))
    .where('id', '=', id)
    .returningAll()
    .$narrowType<{ memorial_id: NotNull }>()
    .executeTakeFirstOrThrow()
}

/** Undefined when it is no longer in the page's trash. The caller must release its files. */
export async function deleteFromTrash(tx: Db, memorialId: number, id: number): Promise<TrashedItemRow | undefined> {
  const item = await inTrashOf(tx, memorialId, id)
  if (item) await tx.deleteFrom('archive_items').where('id', '=', id).execute()
  return item
}

/** Items past their time in the trash, with the pages that they came from. */
export async function listItemsToDestroy(db: Db): Promise<{ id: number; memorialId: number }[]> {
  return overdueItems(db).orderBy('id').$narrowType<{ memorialId: NotNull }>().execute()
}

/** Whether the item is still past its time in the trash. */
export async function isToDestroy(tx: Db, id: number): Promise<boolean> {
  return !!(await overdueItems(tx).where('id', '=', id).executeTakeFirst())
}

function overdueItems(db: Db) {
  return db
    .selectFrom('archive_items')
    .select(['id', 'trashed_memorial_id as memorialId'])
    .where('trashed_at', '<=', daysAgo(TRASH_DAYS))
}

/** Locks a page, which may be in the trash itself, before its items, as everywhere. */
export async function lockPageOfTrash(tx: Db, memorialId: number): Promise<void> {
  await tx.selectFrom('memorials').select('id').where('id', '=', memorialId).forUpdate().execute()
}

export function mediaIdsOf({ media_id, poster_id, copy_id }: Selectable<Tables['archive_items']>): string[] {
  return [media_id, poster_id, copy_id].filter((id) => id !== null)
}

async function inTrashOf(tx: Db, memorialId: number, id: number): Promise<TrashedItemRow | undefined> {
  return tx
    .selectFrom('archive_items')
    .selectAll()
    .where('id', '=', id)
    .where('trashed_memorial_id', '=', memorialId)
    .forUpdate()
    .$narrowType<{ trashed_at: NotNull; trashed_memorial_id: NotNull }>()
    .executeTakeFirst()
}
