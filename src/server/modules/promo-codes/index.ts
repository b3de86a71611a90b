import type { Feature, FeatureContext } from '../context'
import { promoCodeRoutes } from './routes'
import { createPromoCodeService } from './service'

export function promoCodesFeature(context: FeatureContext): Feature {
  return { api: [promoCodeRoutes(createPromoCodeService(context))] }
}
