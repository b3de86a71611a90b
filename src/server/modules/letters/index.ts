import type { Feature, FeatureContext } from '../context'
import { letterRoutes, oneClickRoutes } from './routes'
import { createLetterService } from './service'

export function lettersFeature(context: FeatureContext): Feature {
  const subscriptions = createLetterService(context)
  return { api: [letterRoutes(subscriptions)], outside: [oneClickRoutes(subscriptions)] }
}
