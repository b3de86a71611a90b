import { type ExpressionBuilder, sql } from 'kysely'
import { AFTER_DECISION_DAYS, TRASH_DAYS, UNDECIDED_MEMORY_DAYS } from '@contract/retention'
import { daysAgo } from '../../db/instants'
import type { Db, Tables } from '../../db/schema'
import { forEachOf } from '../../lib/for-each-of'
import type { MediaLibrary } from '../../media/media-library'

type Condition = (eb: ExpressionBuilder<Tables, 'memories'>) => ReturnType<typeof eb.and>

/** Conditions for memories past their retention period. */
export const DUE_MEMORIES = {
  rejected: (eb) => eb.and([eb('status', '=', 'rejected'), eb('decided_at', '<', daysAgo(AFTER_DECISION_DAYS))]),
  undecided: (eb) => eb.and([eb('status', '=', 'pending'), eb('undecided_since', '<', daysAgo(UNDECIDED_MEMORY_DAYS))]),
  trashed: (eb) => eb.and([eb('trashed_at', '<=', daysAgo(TRASH_DAYS))]),
} satisfies Record<string, Condition>

/**
 * Destroys due memories. One with a photo gets its own transaction, which locks the page first, as everything that removes
 * files of a page does. A failure does not stop the others.
 */
export async function destroyDueMemories(
  { db, library }: { db: Db; library: MediaLibrary },
  due: keyof typeof DUE_MEMORIES,
): Promise<void> {
  const isDue = DUE_MEMORIES[due]
  const withPhotos = await db
    .selectFrom('memories')
    .select('id')
    .select(sql<number>`coalesce(memorials_id, trashed_memorial_id)`.as('page'))
    .where('photo_id', 'is not', null)
    .where(isDue)
    .orderBy('id')
    .execute()
  await db.deleteFrom('memories').where('photo_id', 'is', null).where(isDue).execute()
  await forEachOf(withPhotos, ({ id, page }) =>
    library.change(undefined, async (tx, media) => {
      await tx.selectFrom('memorials').select('id').where('id', '=', page).forUpdate().execute()
      const deleted = await tx
        .deleteFrom('memories')
        .where('id', '=', id)
        .where(isDue)
        .returning('photo_id')
        .executeTakeFirst()
      if (deleted?.photo_id) await media.release(deleted.photo_id)
    }),
  )
}
