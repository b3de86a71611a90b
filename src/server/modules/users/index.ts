import type { Feature, FeatureContext } from '../context'
import { emailRoutes, sessionRoutes, userRoutes } from './routes'
import { createEmailService, createSessionService, createUserService } from './service'

export function usersFeature(context: FeatureContext): Feature {
  return {
    api: [
      userRoutes(createUserService(context)),
      sessionRoutes(createSessionService(context)),
      emailRoutes(createEmailService(context)),
    ],
  }
}
