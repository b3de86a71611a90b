import { type WrittenMemory, writtenMemorySchema } from '@contract/memory'
import { trashedMemoriesSchema, type TrashedMemory } from '@contract/trash'
import type { MemorialAccess } from '../../access/memorial'
import type { Routes } from '../../lib/routes'
import type { Feature, FeatureContext } from '../context'
import { replyRoutes, memoryRoutes } from './routes'
import { blockingRoutes, createBlocking } from './blocking'
import { createReplies, createMemoryService } from './service'
import { createMemoryPresentation } from './presentation'
import { addTrashRoutes } from '../trash/routes'
import type { PageTrash } from '../trash/service'
import { createMemoryTrash } from './trash'

export function memoriesFeature(context: FeatureContext): Feature {
  const { access, uploads } = context
  const parts = { ...context, presentation: createMemoryPresentation(context) }
  const memories = createMemoryService(parts)
  return {
    api: [
      memoryRoutes({ access, memories, uploads }),
      memoryTrashRoutes({ access, trash: createMemoryTrash(parts) }),
      replyRoutes({ access, memories, replies: createReplies(parts) }),
      blockingRoutes({ access, blocking: createBlocking(context) }),
    ],
  }
}

/** Deleted memories, for the keepers of their page. */
function memoryTrashRoutes(parts: { access: MemorialAccess; trash: PageTrash<TrashedMemory, WrittenMemory> }): Routes {
  return (api) =>
    addTrashRoutes(api, parts, {
      tags: ['memories'],
      paths: { trash: '/memories/trash', restore: '/memories/restore' },
      summaries: {
        list: 'Deleted words of a memorial',
        restore: 'Bring deleted words back',
        destroy: 'Destroy deleted words',
      },
      listed: trashedMemoriesSchema,
      restored: writtenMemorySchema,
    })
}
