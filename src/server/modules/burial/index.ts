import type { Feature, FeatureContext } from '../context'
import { burialRoutes } from './routes'
import { createBurialService } from './service'

export function burialFeature(context: FeatureContext): Feature {
  const { access } = context
  return { api: [burialRoutes({ access, burials: createBurialService(context) })] }
}
