import type { WrittenMemory } from '@contract/memory'
import type { TrashedMemory } from '@contract/trash'
import { type Editable, lockEditable } from '../../access/memorial'
import type { Db } from '../../db/schema'
import { notFound } from '../../lib/api-error'
import type { AuditEvent, SecurityLog } from '../../lib/security-log'
import { trashTerms } from '../../lib/trash-terms'
import type { MediaLibrary, MediaOfChange } from '../../media/media-library'
import { recordAudit } from '../audit/repository'
import type { MemoryPresentation } from './presentation'
import { deleteFromTrash, listTrashedMemories, pageOfTrashedMemory, takeFromTrash } from './trash-repository'

export type MemoryTrash = ReturnType<typeof createMemoryTrash>

/** Deleted memories, which the keepers of their page can restore for a while. */
export function createMemoryTrash(parts: {
  db: Db
  library: MediaLibrary
  presentation: MemoryPresentation
  securityLog: SecurityLog
}) {
  const { db, library, presentation, securityLog } = parts

  /** Runs `action` on the locked page. It returns undefined when the memory is no longer in the trash. */
  async function change<T>(
    memorial: Editable,
    id: number,
    { event, action }: { event: AuditEvent; action: (tx: Db, media: MediaOfChange) => Promise<T | undefined> },
  ): Promise<T> {
    const actor = { actor_id: memorial.editorId, actor_role: memorial.role }
    const changed = await library.change(undefined, async (tx, media) => {
      await lockEditable(tx, memorial)
      const result = await action(tx, media)
      if (result === undefined) throw notFound()
      await recordAudit(tx, { event, ...actor, memorial_id: memorial.id, subject_id: id })
      return result
    })
    securityLog.record(event, { account: memorial.editorId, memorial: memorial.id, memory: id })
    return changed
  }

  return {
    async list(memorial: Editable): Promise<TrashedMemory[]> {
      const rows = await listTrashedMemories(db, memorial.id)
      return rows.map(({ id, author, description, status, photo_preview, created_at, trashed_at }) => ({
        ...{ id, author, description, status, photo_preview },
        created_at: created_at.toISOString(),
        ...trashTerms(trashed_at),
      }))
    },

    /** The page that a memory came from. 404 when it is not in the trash. */
    async pageOf(id: number): Promise<number> {
      const memorialId = await pageOfTrashedMemory(db, id)
      if (memorialId === undefined) throw notFound()
      return memorialId
    },

    async restore(memorial: Editable, id: number): Promise<WrittenMemory> {
      const action = (tx: Db) => takeFromTrash(tx, memorial.id, id)
      return presentation.asWritten(await change(memorial, id, { event: 'memory_restored', action }), memorial)
    },

    async destroy(memorial: Editable, id: number): Promise<void> {
      const action = async (tx: Db, media: MediaOfChange) => {
        const deleted = await deleteFromTrash(tx, memorial.id, id)
        if (deleted?.photo_id) await media.release(deleted.photo_id)
        return deleted
      }
      await change(memorial, id, { event: 'memory_deleted', action })
    },
  }
}
