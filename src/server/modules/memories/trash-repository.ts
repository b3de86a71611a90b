import { type NotNull, type Selectable } from 'kysely'
import { TRASH_DAYS } from '@contract/retention'
import { clock, daysAgo } from '../../db/instants'
import type { Db, Tables } from '../../db/schema'
import type { MemoryRow } from './repository'

/** Words in the trash: they are on no page until they are brought back. */
export type TrashedMemoryRow = Selectable<Tables['memories']> & { trashed_at: Date }

/** Those that came from one page, the last deleted first. */
export async function listTrashedMemories(db: Db, memorialId: number): Promise<TrashedMemoryRow[]> {
  return db
    .selectFrom('memories')
    .selectAll()
    .where('trashed_memorial_id', '=', memorialId)
    .orderBy('trashed_at', 'desc')
    .orderBy('id', 'desc')
    .$narrowType<{ trashed_at: NotNull }>()
    .execute()
}

/** The page that words in the trash came from; undefined when they are not there. */
export async function pageOfTrashedMemory(db: Db, id: number): Promise<number | undefined> {
  const found = await db.selectFrom('memories').select('trashed_memorial_id').where('id', '=', id).executeTakeFirst()
  return found?.trashed_memorial_id ?? undefined
}

/** False when they are not on the page any more. Sent anew under the same key, they are new words, as after a deletion. */
export async function moveToTrash(tx: Db, { id, memorials_id: memorialId }: MemoryRow): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('memories')
    .set({ memorials_id: null, trashed_at: clock(), trashed_memorial_id: memorialId, idempotency_key: null })
    .where('id', '=', id)
    .where('memorials_id', '=', memorialId)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Undefined when they are not in the trash of the page any more. */
export async function takeFromTrash(tx: Db, memorialId: number, id: number): Promise<MemoryRow | undefined> {
  return tx
    .updateTable('memories')
    .set({ memorials_id: memorialId, trashed_at: null, trashed_memorial_id: null })
    .where('id', '=', id)
    .where('trashed_memorial_id', '=', memorialId)
    .returningAll()
    .$narrowType<{ memorials_id: NotNull }>()
    .executeTakeFirst()
}

/** False when they are not in the trash of the page any more. */
export async function deleteFromTrash(tx: Db, memorialId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('memories')
    .where('id', '=', id)
    .where('trashed_memorial_id', '=', memorialId)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** Those whose time in the trash is over. */
export async function deleteOldTrashedMemories(db: Db): Promise<void> {
  await db.deleteFrom('memories').where('trashed_at', '<=', daysAgo(TRASH_DAYS)).execute()
}
