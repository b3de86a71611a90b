import { nothingSchema } from '@contract/auth'
import { accountDeletionSchema, deletedAccountSchema, letterTokenSchema } from '@contract/leaving'
import { accountOnly } from '../../access/account'
import type { Routes } from '../../lib/routes'
import type { Feature, FeatureContext } from '../context'
import { type LeavingService, createLeavingService } from './service'

export function leavingFeature(context: FeatureContext): Feature {
  return { api: [leavingRoutes(createLeavingService(context))] }
}

const tags = ['users']

function leavingRoutes(leaving: LeavingService): Routes {
  return (api) => {
    api.post(
      '/users/me/delete',
      {
        onRequest: accountOnly,
        schema: {
          tags,
          summary: 'Delete the account; it may be returned to for a while',
          body: accountDeletionSchema,
          response: { 202: deletedAccountSchema },
        },
      },
      async (request, reply) => reply.code(202).send(await leaving.remove(request.requireAccount(), request.body)),
    )

    api.post(
      '/users/return',
      {
        schema: {
          tags,
          summary: 'Return to an account that was deleted',
          body: letterTokenSchema,
          response: { 204: nothingSchema },
        },
      },
      async (request, reply) => {
        await leaving.comeBack(request.body.token)
        return reply.code(204).send(null)
      },
    )
  }
}
