import type { Feature, FeatureContext } from '../context'
import { legalRoutes } from './routes'

export function legalFeature({ legalDocuments }: FeatureContext): Feature {
  return { outside: [legalRoutes(legalDocuments)] }
}
