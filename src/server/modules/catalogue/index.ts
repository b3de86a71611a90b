import type { Feature, FeatureContext } from '../context'
import { catalogueRoutes } from './routes'

export function catalogueFeature({ catalogue }: FeatureContext): Feature {
  return { api: [catalogueRoutes(catalogue)] }
}
