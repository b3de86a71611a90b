import { sql } from 'kysely'
import type { WrittenMemory } from '@contract/memory'
import type { TrashedMemory } from '@contract/trash'
import type { Db } from '../../db/schema'
import type { SecurityLog } from '../../lib/security-log'
import { trashTerms } from '../../lib/trash-terms'
import type { MediaLibrary } from '../../media/media-library'
import { recordAudit } from '../audit/repository'
import type { TrashTable } from '../trash/repository'
import { createPageTrash, type PageTrash } from '../trash/service'
import type { MemoryPresentation } from './presentation'
import { listTrashedMemories } from './repository'

/** Submitted again with the same idempotency key, a trashed memory is a new one, as after a deletion. */
export const TRASHED_MEMORIES: TrashTable<'memories'> = {
  name: 'memories',
  page: 'memorials_id',
  filesOf: ({ photo_id }) => [photo_id],
  lost: sql`, idempotency_key = null`,
}

/** Deleted memories, which the keepers of their page can restore for a while. */
export function createMemoryTrash(parts: {
  db: Db
  library: MediaLibrary
  presentation: MemoryPresentation
  securityLog: SecurityLog
}): PageTrash<TrashedMemory, WrittenMemory> {
  return createPageTrash(parts, {
    table: TRASHED_MEMORIES,
    name: 'memory',
    async list(db, memorialId) {
      const rows = await listTrashedMemories(db, memorialId)
      return rows.map(({ id, author, description, status, photo_preview, created_at, trashed_at }) => ({
        ...{ id, author, description, status, photo_preview },
        created_at: created_at.toISOString(),
        ...trashTerms(trashed_at),
      }))
    },
    record: (tx, event, memorial, id) =>
      recordAudit(tx, {
        event: `memory_${event}`,
        actor_id: memorial.editorId,
        actor_role: memorial.role,
        memorial_id: memorial.id,
        subject_id: id,
      }),
    auditDetails: (id) => ({ memory: id }),
    show: (memorial, row) => parts.presentation.asWritten({ ...row, memorials_id: memorial.id }, memorial),
  })
}
