import { nothingSchema } from '@contract/auth'
import { givenConsentsSchema, WITHDRAWN_ALONE } from '@contract/consent'
import { accountOnly, verifiedOnly } from '../../access/account'
import { byId, type Routes } from '../../lib/routes'
import type { Feature, FeatureContext } from '../context'
import { type ConsentService, createConsentService } from './service'

export function consentsFeature(context: FeatureContext): Feature {
  return { api: [consentRoutes(createConsentService(context))] }
}

const tags = ['users']

function consentRoutes(consents: ConsentService): Routes {
  return (api) => {
    api.get(
      '/users/me/consents',
      {
        onRequest: accountOnly,
        schema: { tags, summary: 'What the holder agreed to', response: { 200: givenConsentsSchema } },
      },
      async (request) => ({ result: await consents.list(request.requireAccount()) }),
    )

    for (const occasion of WITHDRAWN_ALONE) {
      api.delete(
        `/users/me/consents/${occasion}/:id`,
        {
          onRequest: verifiedOnly,
          schema: { tags, summary: `Withdraw a consent (${occasion})`, params: byId, response: { 204: nothingSchema } },
        },
        async (request, reply) => {
          await consents.withdraw(request.requireVerified(), occasion, request.params.id)
          return reply.code(204).send(null)
        },
      )
    }
  }
}
