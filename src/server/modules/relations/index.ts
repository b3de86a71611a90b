import type { Feature, FeatureContext } from '../context'
import { createMemorialPresentation } from '../memorials/presentation'
import { relationRoutes } from './routes'
import { createRelationService } from './service'

export function relationsFeature(context: FeatureContext): Feature {
  const { access, addresses } = context
  const relations = createRelationService({ ...context, presentation: createMemorialPresentation(addresses) })
  return { api: [relationRoutes({ access, relations })] }
}
