import { type NotNull, type Selectable } from 'kysely'
import { clock } from '../../db/instants'
import type { Db, Tables } from '../../db/schema'
import type { DeletedWords, MemoryRow } from './repository'

/** A memory in the trash: it is on no page until it is restored. */
export type TrashedMemoryRow = Selectable<Tables['memories']> & { trashed_at: Date; photo_preview: string | null }

/** The trashed memories of one page, latest first, with a tiny preview of the photo if there is one. */
export async function listTrashedMemories(db: Db, memorialId: number): Promise<TrashedMemoryRow[]> {
  return db
    .selectFrom('memories')
    .leftJoin('media', 'media.id', 'memories.photo_id')
    .selectAll('memories')
    .select('media.preview as photo_preview')
    .where('memories.trashed_memorial_id', '=', memorialId)
    .orderBy('trashed_at', 'desc')
    .orderBy('memories.id', 'desc')
    .$narrowType<{ trashed_at: NotNull }>()
    .execute()
}

/** The page that a trashed memory came from; undefined when it is not in the trash. */
export async function pageOfTrashedMemory(db: Db, id: number): Promise<number | undefined> {
  const found = await db.selectFrom('memories').select('trashed_memorial_id').where('id', '=', id).executeTakeFirst()
  return found?.trashed_memorial_id ?? undefined
}

/**
 * Moves a memory with its photo, which is no longer served. False when it is no longer on the page. Submitted again with the
 * same idempotency key, it is a new memory, as after a deletion.
 */
export async function moveToTrash(tx: Db, { id, memorials_id: memorialId }: MemoryRow): Promise<boolean> {
  const moved = await tx
    .updateTable('memories')
    .set({ memorials_id: null, trashed_at: clock(), trashed_memorial_id: memorialId, idempotency_key: null })
    .where('id', '=', id)
    .where('memorials_id', '=', memorialId)
    .returning('photo_id')
    .executeTakeFirst()
  if (moved?.photo_id) await movePhoto(tx, moved.photo_id, { memorial_id: null, trashed_memorial_id: memorialId })
  return moved !== undefined
}

/** Undefined when it is no longer in the page's trash. */
export async function takeFromTrash(tx: Db, memorialId: number, id: number): Promise<MemoryRow | undefined> {
  const restored = await tx
    .updateTable('memories')
    .set({ memorials_id: memorialId, trashed_at: null, trashed_memorial_id: null })
    .where('id', '=', id)
    .where('trashed_memorial_id', '=', memorialId)
    .returningAll()
    .$narrowType<{ memorials_id: NotNull }>()
    .executeTakeFirst()
  if (restored?.photo_id) {
    await movePhoto(tx, restored.photo_id, { memorial_id: memorialId, trashed_memorial_id: null })
  }
  return restored
}

/** Undefined when it is no longer in the page's trash. */
export async function deleteFromTrash(tx: Db, memorialId: number, id: number): Promise<DeletedWords | undefined> {
  return tx
    .deleteFrom('memories')
    .where('id', '=', id)
    .where('trashed_memorial_id', '=', memorialId)
    .returning('photo_id')
    .executeTakeFirst()
}

async function movePhoto(
  tx: Db,
  photoId: string,
  place: { memorial_id: number | null; trashed_memorial_id: number | null },
): Promise<void> {
  await tx.updateTable('media').set(place).where('id', '=', photoId).execute()
}
