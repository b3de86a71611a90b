import type { Feature, FeatureContext } from '../context'
import { leavingRoutes } from './routes'
import { createLeavingService } from './service'

export function leavingFeature(context: FeatureContext): Feature {
  return { api: [leavingRoutes(createLeavingService(context))] }
}
