import type { Feature, FeatureContext } from '../context'
import { answerRoutes, memoryRoutes, memoryTrashRoutes } from './routes'
import { createAnswers, createMemoryService } from './service'
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
      answerRoutes({ access, memories, answers: createAnswers(parts) }),
    ],
  }
}
