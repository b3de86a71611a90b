import type { Feature, FeatureContext } from '../context'
import { createPasskeys } from './passkeys'
import { createFactorRecovery } from './recovery'
import { factorRoutes } from './routes'
import { createFactorService } from './service'

export function factorsFeature(context: FeatureContext): Feature {
  const factors = createFactorService({ ...context, passkeys: createPasskeys(context) })
  return { api: [factorRoutes({ factors, recovery: createFactorRecovery(context) })] }
}
