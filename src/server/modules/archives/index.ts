import { ARCHIVE_KINDS, archiveItemSchema, type ArchiveKind, archivePaths } from '@contract/archive'
import { trashedItemsSchema } from '@contract/trash'
import type { MemorialAccess } from '../../access/memorial'
import type { Routes } from '../../lib/routes'
import type { Feature, FeatureContext } from '../context'
import { addTrashRoutes } from '../trash/routes'
import { archiveRoutes } from './routes'
import { createArchiveService } from './service'
import { type ArchiveTrash, createArchiveTrash } from './trash'

export function archivesFeature(context: FeatureContext): Feature {
  const { access, uploads } = context
  const archives = createArchiveService(context)
  const trashOf = (kind: ArchiveKind) => createArchiveTrash({ ...context, archives }, kind)
  return {
    api: [
      archiveRoutes({ access, archives, trashOf, uploads }),
      ...ARCHIVE_KINDS.map((kind) => archiveTrashRoutes(kind, { access, trash: trashOf(kind) })),
    ],
  }
}

/** Deleted items of one archive, for the keepers of their page. */
function archiveTrashRoutes(kind: ArchiveKind, parts: { access: MemorialAccess; trash: ArchiveTrash }): Routes {
  return (api) =>
    addTrashRoutes(api, parts, {
      tags: [`${kind} archive`],
      paths: archivePaths(kind),
      summaries: {
        list: 'Deleted items of a memorial',
        restore: 'Bring a deleted item back',
        destroy: 'Destroy a deleted item',
      },
      listed: trashedItemsSchema,
      restored: archiveItemSchema,
    })
}
