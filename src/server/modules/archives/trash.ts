import type { ArchiveItem, ArchiveKind } from '@contract/archive'
import { ARCHIVE_ITEMS_MAX } from '@contract/limits'
import type { TrashedItem } from '@contract/trash'
import type { Db } from '../../db/schema'
import { forbidden } from '../../lib/api-error'
import type { SecurityLog } from '../../lib/security-log'
import { trashTerms } from '../../lib/trash-terms'
import type { MediaLibrary } from '../../media/media-library'
import type { TrashedRow } from '../trash/repository'
import { createPageTrash, destroyOverdue, type PageTrash } from '../trash/service'
import { addUsedBytes, closeGap, countItems } from './repository'
import { type ArchiveService, TOO_MANY_ITEMS } from './service'
import { listTrashedItems, makeRoom, TRASHED_ITEMS, trashTableOf } from './trash-repository'

export type ArchiveTrash = PageTrash<TrashedItem, ArchiveItem>

/** The trash of one archive. Until they are destroyed, its items count towards the storage. */
export function createArchiveTrash(
  parts: { db: Db; library: MediaLibrary; archives: Pick<ArchiveService, 'find' | 'show'>; securityLog: SecurityLog },
  kind: ArchiveKind,
): ArchiveTrash {
  const { archives } = parts

  return createPageTrash(parts, {
    table: trashTableOf(kind),
    name: 'archive_item',
    async list(db, memorialId) {
      const rows = await listTrashedItems(db, memorialId, kind)
      return rows.map(({ size_bytes, copies_bytes, trashed_at, ...row }) => ({
        ...row,
        size_bytes: size_bytes + copies_bytes,
        ...trashTerms(trashed_at),
      }))
    },
    moved: (tx, row) => closeGap(tx, { ...row, memorial_id: row.trashed_memorial_id }),
    async returning(tx, memorialId, id) {
      if ((await countItems(tx, memorialId, kind)) >= ARCHIVE_ITEMS_MAX) throw forbidden(TOO_MANY_ITEMS)
      await makeRoom(tx, memorialId, id)
    },
    destroyed: freeBytes,
    auditDetails: () => ({ kind }),
    show: async (memorial, { id }) => archives.show(memorial, await archives.find(kind, id)),
  })
}

/** Destroys items past their time in the trash. */
export async function destroyOldItems(parts: { db: Db; library: MediaLibrary }): Promise<void> {
  await destroyOverdue(parts, { table: TRASHED_ITEMS, destroyed: freeBytes })
}

async function freeBytes(tx: Db, item: TrashedRow<'archive_items'>): Promise<void> {
  await addUsedBytes(tx, item.trashed_memorial_id, -(item.size_bytes + item.copies_bytes))
}
