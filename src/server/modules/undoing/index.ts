import type { Feature, FeatureContext } from '../context'
import { undoRoutes } from './routes'

export function undoingFeature(context: FeatureContext): Feature {
  return { api: [undoRoutes(context)] }
}
