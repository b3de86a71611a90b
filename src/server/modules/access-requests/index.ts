import type { Feature, FeatureContext } from '../context'
import { accessRequestRoutes } from './routes'
import { createAccessRequestService } from './service'

export function accessRequestsFeature(context: FeatureContext): Feature {
  const { access } = context
  return { api: [accessRequestRoutes({ access, requests: createAccessRequestService(context) })] }
}
