import { nothingSchema } from '@contract/auth'
import { letterTokenSchema } from '@contract/leaving'
import { memorialSchema } from '@contract/memorial'
import { returnedMemorialSchema, trashedMemorialsSchema } from '@contract/trash'
import { accountOnly, verifiedOnly } from '../../access/account'
import { byId, type Routes } from '../../lib/routes'
import type { Feature, FeatureContext } from '../context'
import { createCardCache } from './card-cache'
import { createMemorialChangeService } from './change-service'
import { memorialOwnerRoutes, memorialRoutes, memorialVisitorRoutes, plateRoutes } from './routes'
import { createPinService } from './pin-service'
import { createPlateSheetService, createPlateService } from './plates'
import { createPortraits } from './portraits'
import { createMemorialPresentation } from './presentation'
import { createMemorialService } from './service'
import { createMemorialTrash, type MemorialTrash } from './trash'

export function memorialsFeature(context: FeatureContext): Feature {
  const { access, site } = context
  const presentation = createMemorialPresentation(context.mediaUrls)
  const portraits = createPortraits(context)
  const parts = { ...context, presentation, portraits }
  const memorials = createMemorialService({ ...parts, cards: createCardCache(parts) })
  const trash = createMemorialTrash(parts)
  const pins = createPinService(context)
  const plates = createPlateService(context)
  const sheets = createPlateSheetService(context)

  return {
    api: [
      memorialRoutes({ access, memorials }),
      memorialOwnerRoutes({ access, changes: createMemorialChangeService(parts), trash }),
      memorialTrashRoutes(trash),
      memorialVisitorRoutes(pins),
      plateRoutes({ access, plates, sheets, publicUrl: site.publicUrl }),
    ],
  }
}

const tags = ['memorial']

/** Deleted pages, for their owners. */
function memorialTrashRoutes(trash: MemorialTrash): Routes {
  return (api) => {
    api.get(
      '/memorial/trash',
      {
        onRequest: accountOnly,
        schema: { tags, summary: 'Deleted memorials of the account', response: { 200: trashedMemorialsSchema } },
      },
      async (request) => ({ result: await trash.list(request.requireAccount()) }),
    )

    api.post(
      '/memorial/restore/:id',
      {
        onRequest: verifiedOnly,
        schema: { tags, summary: 'Bring a deleted memorial back', params: byId, response: { 200: memorialSchema } },
      },
      (request) => trash.restore(request.requireVerified(), request.params.id),
    )

    api.post(
      '/memorial/return',
      {
        schema: {
          tags,
          summary: 'Bring a destroyed memorial back by the link of the letter',
          body: letterTokenSchema,
          response: { 200: returnedMemorialSchema },
        },
      },
      (request) => trash.comeBack(request.body.token),
    )

    api.delete(
      '/memorial/trash/:id',
      {
        onRequest: verifiedOnly,
        schema: { tags, summary: 'Destroy a deleted memorial', params: byId, response: { 204: nothingSchema } },
      },
      async (request, reply) => {
        await trash.destroy(request.requireVerified(), request.params.id)
        return reply.code(204).send(null)
      },
    )
  }
}
