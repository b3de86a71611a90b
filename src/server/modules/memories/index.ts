import type { Feature, FeatureContext } from '../context'
import { replyRoutes, memoryRoutes, memoryTrashRoutes } from './routes'
import { createReplies, createMemoryService } from './service'
import { createMemoryPresentation } from './presentation'
import { createMemoryTrash } from './trash'

export function memoriesFeature(context: FeatureContext): Feature {
  const { access } = context
  const parts = { ...context, presentation: createMemoryPresentation(context) }
  const memories = createMemoryService(parts)
  return {
    api: [
      memoryRoutes({ access, memories }),
      memoryTrashRoutes({ access, trash: createMemoryTrash(parts) }),
      replyRoutes({ access, memories, replies: createReplies(parts) }),
    ],
  }
}
