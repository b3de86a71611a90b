import type { Feature, FeatureContext } from '../context'
import { linkPictureRoutes } from './routes'
import { createLinkPictureService } from './service'

export function linkPicturesFeature(context: FeatureContext): Feature {
  return { outside: [linkPictureRoutes(createLinkPictureService(context))] }
}
