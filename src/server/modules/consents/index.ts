import type { Feature, FeatureContext } from '../context'
import { consentRoutes } from './routes'
import { createConsentService } from './service'

export function consentsFeature(context: FeatureContext): Feature {
  return { api: [consentRoutes(createConsentService(context))] }
}
