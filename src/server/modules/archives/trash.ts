import type { ArchiveItem, ArchiveKind } from '@contract/archive'
import { ARCHIVE_ITEMS_MAX } from '@contract/limits'
import type { TrashedItem } from '@contract/trash'
import { type Editable, lockEditable } from '../../access/memorial'
import type { Db } from '../../db/schema'
import { forbidden, notFound } from '../../lib/api-error'
import type { SecurityLog } from '../../lib/security-log'
import { forEachOf } from '../../lib/for-each-of'
import { trashTerms } from '../../lib/trash-terms'
import type { MediaLibrary, MediaOfChange } from '../../media/media-library'
import { addUsedBytes, type ArchiveItemRow, countItems } from './repository'
import { type ArchiveService, TOO_MANY_ITEMS } from './service'
import {
  deleteFromTrash,
  isToDestroy,
  listItemsToDestroy,
  listTrashedItems,
  lockPageOfTrash,
  mediaIdsOf,
  moveToTrash,
  pageOfTrashedItem,
  takeFromTrash,
} from './trash-repository'

export type ArchiveTrash = ReturnType<typeof createArchiveTrash>

/** Deleted items, which the keepers of their page can restore for a while. Until destroyed they count towards the storage. */
export function createArchiveTrash(parts: {
  db: Db
  library: MediaLibrary
  archives: Pick<ArchiveService, 'find' | 'show'>
  securityLog: SecurityLog
}) {
  const { db, library, archives, securityLog } = parts

  return {
    /** Takes the item off its page; the URLs of its files stop working. */
    async moveToTrash(memorial: Editable, { id, kind }: ArchiveItemRow): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const row = await lockEditable(tx, memorial)
        if (!(await moveToTrash(tx, row.id, id))) throw notFound()
      })
      securityLog.record('archive_item_trashed', { account: memorial.editorId, memorial: memorial.id, kind })
    },

    async list(memorial: Editable, kind: ArchiveKind): Promise<TrashedItem[]> {
      const rows = await listTrashedItems(db, memorial.id, kind)
      return rows.map(({ size_bytes, copies_bytes, trashed_at, ...row }) => ({
        ...row,
        size_bytes: size_bytes + copies_bytes,
        ...trashTerms(trashed_at),
      }))
    },

    /** The page that an item came from. 404 when it is not in the trash. */
    async pageOf(kind: ArchiveKind, id: number): Promise<number> {
      const memorialId = await pageOfTrashedItem(db, kind, id)
      if (memorialId === undefined) throw notFound()
      return memorialId
    },

    /** 403 while the archive is full. */
    async restore(memorial: Editable, kind: ArchiveKind, id: number): Promise<ArchiveItem> {
      await db.transaction().execute(async (tx) => {
        const row = await lockEditable(tx, memorial)
        if ((await countItems(tx, row.id, kind)) >= ARCHIVE_ITEMS_MAX) throw forbidden(TOO_MANY_ITEMS)
        if (!(await takeFromTrash(tx, row.id, id))) throw notFound()
      })
      securityLog.record('archive_item_restored', { account: memorial.editorId, memorial: memorial.id, kind })
      return archives.show(memorial, await archives.find(kind, id))
    },

    /** Destroys an item and frees its bytes. */
    async destroy(memorial: Editable, kind: ArchiveKind, id: number): Promise<void> {
      await library.change(undefined, async (tx, media) => {
        const row = await lockEditable(tx, memorial)
        if (!(await destroyLocked(tx, media, row.id, id))) throw notFound()
      })
      securityLog.record('archive_item_deleted', { account: memorial.editorId, memorial: memorial.id, kind })
    },
  }
}

/** Destroys items past their time in the trash, each in its own transaction. A failure does not stop the others. */
export async function destroyOldItems({ db, library }: { db: Db; library: MediaLibrary }): Promise<void> {
  await forEachOf(await listItemsToDestroy(db), ({ id, memorialId }) =>
    library.change(undefined, async (tx, media) => {
      await lockPageOfTrash(tx, memorialId)
      if (await isToDestroy(tx, id)) await destroyLocked(tx, media, memorialId, id)
    }),
  )
}

async function destroyLocked(tx: Db, media: MediaOfChange, memorialId: number, id: number): Promise<boolean> {
  const item = await deleteFromTrash(tx, memorialId, id)
  if (!item) return false
  for (const mediaId of mediaIdsOf(item)) await media.release(mediaId)
  await addUsedBytes(tx, memorialId, -(item.size_bytes + item.copies_bytes))
  return true
}
