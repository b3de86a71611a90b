import type { ArchiveKind } from '@contract/archive'
import type { Feature, FeatureContext } from '../context'
import { archiveRoutes } from './routes'
import { createArchiveService } from './service'
import { createArchiveTrash } from './trash'

export function archivesFeature(context: FeatureContext): Feature {
  const { access, uploads } = context
  const archives = createArchiveService(context)
  const trashOf = (kind: ArchiveKind) => createArchiveTrash({ ...context, archives }, kind)
  return { api: [archiveRoutes({ access, archives, trashOf, uploads })] }
}
