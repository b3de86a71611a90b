import type { Feature, FeatureContext } from '../context'
import { importRoutes } from './routes'

export function importsFeature(context: FeatureContext): Feature {
  return { api: [importRoutes(context)] }
}
