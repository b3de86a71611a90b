import type { Feature, FeatureContext } from '../context'
import { geocoderRoutes } from './routes'
import { createGeocoderService } from './service'

export function geocoderFeature(context: FeatureContext): Feature {
  return { api: [geocoderRoutes(createGeocoderService(context))] }
}
