import type { Feature, FeatureContext } from '../context'
import { createFactorChecks } from '../factors/factor-checks'
import { createPasskeys } from '../factors/passkeys'
import { authRoutes } from './routes'
import { createAuthService } from './service'

export function authFeature(context: FeatureContext): Feature {
  const passkeys = createPasskeys(context)
  const factorChecks = createFactorChecks({ ...context, passkeys })
  return { forms: [authRoutes(createAuthService({ ...context, passkeys, factorChecks }))] }
}
