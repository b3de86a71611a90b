import type { Feature, FeatureContext } from '../context'
import { createCardCache } from './card-cache'
import { createMemorialChangeService } from './change-service'
import { memorialOwnerRoutes, plateSheetRoutes, memorialRoutes, memorialVisitorRoutes } from './routes'
import { createPinService } from './pin-service'
import { createPlateSheetService, createPlateService } from './plates'
import { createPortraits } from './portraits'
import { createMemorialPresentation } from './presentation'
import { createMemorialService } from './service'
import { createMemorialTrash } from './trash'
import { memorialTrashRoutes } from './trash-routes'

export function memorialsFeature(context: FeatureContext): Feature {
  const { access, site } = context
  const presentation = createMemorialPresentation(context.addresses)
  const portraits = createPortraits(context)
  const parts = { ...context, presentation, portraits }
  const memorials = createMemorialService({ ...parts, cards: createCardCache(parts) })
  const trash = createMemorialTrash(parts)
  const pins = createPinService(context)
  const plates = createPlateService(context)

  return {
    api: [
      memorialRoutes({ access, memorials }),
      plateSheetRoutes(createPlateSheetService(context)),
      memorialOwnerRoutes({ access, changes: createMemorialChangeService(parts), trash }),
      memorialTrashRoutes(trash),
      memorialVisitorRoutes({ access, pins, plates, publicUrl: site.publicUrl }),
    ],
  }
}
