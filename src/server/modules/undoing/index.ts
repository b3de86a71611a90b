import { nothingSchema } from '@contract/auth'
import { letterTokenSchema } from '@contract/leaving'
import type { Routes } from '../../lib/routes'
import type { Feature, FeatureContext } from '../context'
import { createUndoService, type UndoParts } from './service'

export function undoingFeature(context: FeatureContext): Feature {
  return { api: [undoRoutes(context)] }
}

function undoRoutes(parts: UndoParts): Routes {
  const undo = createUndoService(parts)

  return (api) => {
    api.post(
      '/auth/not-me',
      {
        schema: {
          tags: ['auth'],
          summary: 'Undo by the link of a letter what someone else did in one’s name',
          body: letterTokenSchema,
          response: { 204: nothingSchema },
        },
      },
      async (request, reply) => {
        await undo.undo(request.body.token)
        return reply.code(204).send(null)
      },
    )
  }
}
