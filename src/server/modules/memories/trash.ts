import { type ExpressionBuilder, sql } from 'kysely'
import type { WrittenMemory } from '@contract/memory'
import { AFTER_DECISION_DAYS, TRASH_DAYS, UNDECIDED_MEMORY_DAYS } from '@contract/retention'
import type { TrashedMemory } from '@contract/trash'
import { daysAgo } from '../../db/instants'
import type { Db, Tables } from '../../db/schema'
import { forEachOf } from '../../lib/for-each-of'
import type { SecurityLog } from '../../lib/security-log'
import { trashTerms } from '../../lib/trash-terms'
import type { MediaLibrary } from '../../media/media-library'
import { countVoice, FILES_OF_WORDS, releaseFilesOfWords } from '../accounts/authorship'
import { recordAudit } from '../audit/repository'
import type { TrashTable } from '../trash/repository'
import { createPageTrash, type PageTrash } from '../trash/service'
import type { MemoryPresentation } from './presentation'
import { listTrashedMemories } from './repository'

/** Submitted again with the same idempotency key, a trashed memory is a new one, as after a deletion. */
export const TRASHED_MEMORIES: TrashTable<'memories'> = {
  name: 'memories',
  page: 'memorials_id',
  filesOf: ({ photo_id, voice_id, voice_copy_id }) => [photo_id, voice_id, voice_copy_id],
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
      return rows.map(({ id, author, description, status, photo_preview, voice_id, created_at, trashed_at }) => ({
        ...{ id, author, description, status, photo_preview, has_voice: voice_id !== null },
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
    destroyed: (tx, row) => countVoice(tx, row, -row.voice_bytes),
    auditDetails: (id) => ({ memory: id }),
    show: (memorial, row) => parts.presentation.asWritten({ ...row, memorials_id: memorial.id }, memorial),
  })
}

type Condition = (eb: ExpressionBuilder<Tables, 'memories'>) => ReturnType<typeof eb.and>

const hasFiles: Condition = (eb) => eb.and([eb.or([eb('photo_id', 'is not', null), eb('voice_id', 'is not', null)])])

/** Conditions for memories past their retention period. */
export const DUE_MEMORIES = {
  rejected: (eb) => eb.and([eb('status', '=', 'rejected'), eb('decided_at', '<', daysAgo(AFTER_DECISION_DAYS))]),
  undecided: (eb) => eb.and([eb('status', '=', 'pending'), eb('undecided_since', '<', daysAgo(UNDECIDED_MEMORY_DAYS))]),
  trashed: (eb) => eb.and([eb('trashed_at', '<=', daysAgo(TRASH_DAYS))]),
} satisfies Record<string, Condition>

/**
 * Destroys due memories. One with a photo or a voice gets its own transaction, which locks the page first, as everything that removes
 * files of a page does. A failure does not stop the others.
 */
export async function destroyDueMemories(
  { db, library }: { db: Db; library: MediaLibrary },
  due: keyof typeof DUE_MEMORIES,
): Promise<void> {
  const isDue = DUE_MEMORIES[due]
  const withFiles = await db
    .selectFrom('memories')
    .select('id')
    .select(sql<number>`coalesce(memorials_id, trashed_memorial_id)`.as('page'))
    .where(hasFiles)
    .where(isDue)
    .orderBy('id')
    .execute()
  await db
    .deleteFrom('memories')
    .where((eb) => eb.not(hasFiles(eb)))
    .where(isDue)
    .execute()
  await forEachOf(withFiles, ({ id, page }) =>
    library.change(undefined, async (tx, media) => {
      await tx.selectFrom('memorials').select('id').where('id', '=', page).forUpdate().execute()
      const deleted = await tx
        .deleteFrom('memories')
        .where('id', '=', id)
        .where(isDue)
        .returning(FILES_OF_WORDS)
        .executeTakeFirst()
      if (deleted) await releaseFilesOfWords(tx, media, deleted)
    }),
  )
}
