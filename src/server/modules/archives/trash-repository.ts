import { type NotNull, type Selectable, sql } from 'kysely'
import type { ArchiveKind } from '@contract/archive'
import type { Db, Tables } from '../../db/schema'
import type { TrashTable } from '../trash/repository'
import { countItems } from './repository'

/** The trash of one archive. */
export function trashTableOf(kind: ArchiveKind): TrashTable<'archive_items'> {
  return { ...TRASHED_ITEMS, only: sql<boolean>`kind = ${kind}` }
}

/** The trash of all archives. */
export const TRASHED_ITEMS: TrashTable<'archive_items'> = {
  name: 'archive_items',
  page: 'memorial_id',
  filesOf: ({ media_id, poster_id, copy_id }) => [media_id, poster_id, copy_id],
}

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
    .$narrowType<{ trashed_at: NotNull }>()
    .execute()
}

/** Makes room on the locked page for an item that returns, as close to its former position as possible. */
export async function makeRoom(tx: Db, memorialId: number, id: number): Promise<void> {
  const item = await lockTrashedItem(tx, memorialId, id)
  if (!item) return
  const position = Math.min(item.position, (await countItems(tx, memorialId, item.kind)) + 1)
  await tx
    .updateTable('archive_items')
    .set((eb) => ({ position: eb('position', '+', 1) }))
    .where('memorial_id', '=', memorialId)
    .where('kind', '=', item.kind)
    .where('position', '>=', position)
    .execute()
  // It may have been deleted before its poster and copy were made.
  const isToPrepare = item.kind !== 'photo' && (item.poster_id === null || item.copy_id === null)
  await tx
    .updateTable('archive_items')
    .set({ position })
    .$if(isToPrepare, (query) => query.set({ prepare_due_at: sql<Date>`now()`, prepare_attempts: 0 }))
    .where('id', '=', id)
    .execute()
}

async function lockTrashedItem(
  tx: Db,
  memorialId: number,
  id: number,
): Promise<Selectable<Tables['archive_items']> | undefined> {
  return tx
    .selectFrom('archive_items')
    .selectAll()
    .where('id', '=', id)
    .where('trashed_memorial_id', '=', memorialId)
    .forUpdate()
    .executeTakeFirst()
}
