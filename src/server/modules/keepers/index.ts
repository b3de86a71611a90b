import type { Feature, FeatureContext } from '../context'
import { keeperRoutes } from './routes'
import { createKeeperService } from './service'

export function keepersFeature(context: FeatureContext): Feature {
  const { access } = context
  return { api: [keeperRoutes({ access, keepers: createKeeperService(context) })] }
}
