import type { Db } from '../../db/schema'
import { recordAudit } from '../audit/repository'
import { isLeaving } from './destruction-repository'
import { asWished, ownerOf } from './trash-columns'
import { takeFromTrash, type TrashedMemorialRow } from './trash-repository'

/**
 * Restores a locked page awaiting destruction to its owner, even without a free place. It stays closed if the owner has deleted
 * their account.
 */
export async function restore(tx: Db, row: TrashedMemorialRow): Promise<void> {
  const { id, trashed_user_id: ownerId } = row
  const columns = (await isLeaving(tx, ownerId)) ? { owner_left_at: new Date() } : asWished(row)
  await takeFromTrash(tx, row, { ...columns, destroyed_at: null })
  await recordAudit(tx, { event: 'memorial_restored', ...ownerOf(ownerId), memorial_id: id })
}
