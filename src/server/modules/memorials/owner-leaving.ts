import type { MemorialRow } from '../../access/memorial-repository'
import { isClosedByModerators } from '../../access/memorial-repository'
import type { Db } from '../../db/schema'
import type { MediaOfChange } from '../../media/media-library'
import { asWishes, dropOutdatedLinkPicture } from './change-service'
import { wishesOf } from './presentation'
import { type MemorialUpdate, updateMemorial } from './repository'

/** Closes a locked page whose owner deletes their account. The owner's settings are saved, as when a page is taken down. */
export async function closeWithOwner(tx: Db, row: MemorialRow, media: MediaOfChange): Promise<void> {
  const columns = { ...asWishes(wishesOf(row)), owner_left_at: new Date() }
  const noLinkPicture = await dropOutdatedLinkPicture(row, columns, media)
  await updateMemorial(tx, row.id, { ...columns, ...noLinkPicture })
}

/** Opens a locked page whose owner has returned or changed, unless the operator took it down. */
export async function openWithOwner(tx: Db, row: MemorialRow): Promise<void> {
  if (row.owner_left_at) await updateMemorial(tx, row.id, columnsWithout(row, { owner_left_at: null }))
}

/** The columns of a page once one reason to close it is gone: the owner's settings, unless the other reason holds. */
export function columnsWithout(row: MemorialRow, gone: MemorialUpdate): MemorialUpdate {
  if (isClosedByModerators({ ...row, ...gone })) return gone
  return { ...gone, ...wishesOf(row), wished_public_status: null, wished_swo_status: null }
}
