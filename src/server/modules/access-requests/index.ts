import {
  accessDecidedSchema,
  accessDecisionSchema,
  accessKeySchema,
  accessRequestDraftSchema,
  accessRequestsSchema,
  pendingAccessRequestsSchema,
} from '@contract/access'
import { accessTokenSchema, nothingSchema } from '@contract/auth'
import { type Account, accountOnly, verifiedOnly } from '../../access/account'
import type { Editable, MemorialAccess } from '../../access/memorial'
import { byId, type Routes } from '../../lib/routes'
import type { Feature, FeatureContext } from '../context'
import { type AccessRequestService, createAccessRequestService } from './service'

export function accessRequestsFeature(context: FeatureContext): Feature {
  const { access } = context
  return { api: [accessRequestRoutes({ access, requests: createAccessRequestService(context) })] }
}

const tags = ['access requests']

function accessRequestRoutes({ access, requests }: { access: MemorialAccess; requests: AccessRequestService }): Routes {
  return (api) => {
    const verified = { onRequest: verifiedOnly }

    /** 404 when there is no such request; 403 for everyone but the page's keepers. */
    const toDecide = async (request: { params: { id: number }; requireVerified(): Account }): Promise<Editable> => {
      const account = request.requireVerified()
      return access.toEdit(account, await requests.pageOf(request.params.id))
    }

    api.post(
      '/memorial/:id/access-requests',
      {
        schema: {
          tags,
          summary: 'Ask to be let in to a closed page',
          params: byId,
          body: accessRequestDraftSchema,
          response: { 202: nothingSchema },
        },
      },
      async (request, reply) => {
        await requests.ask(request.params.id, request.body, request.ip)
        return reply.code(202).send(null)
      },
    )

    api.get(
      '/memorial/:id/access-requests',
      {
        ...verified,
        schema: {
          tags,
          summary: 'Who asks to be let in, and who was',
          params: byId,
          response: { 200: accessRequestsSchema },
        },
      },
      async (request) => requests.list(await access.toEdit(request.requireVerified(), request.params.id)),
    )

    api.get(
      '/access-requests/pending',
      {
        onRequest: accountOnly,
        schema: { tags, summary: 'Who waits to be let in', response: { 200: pendingAccessRequestsSchema } },
      },
      async (request) => requests.listPending(request.requireAccount()),
    )

    api.post(
      '/access-requests/:id/decide',
      {
        ...verified,
        schema: {
          tags,
          summary: 'Let someone in, or not',
          params: byId,
          body: accessDecisionSchema,
          response: { 200: accessDecidedSchema },
        },
      },
      async (request) => requests.decide(await toDecide(request), request.params.id, request.body.decision),
    )

    api.delete(
      '/access-requests/:id',
      {
        ...verified,
        schema: {
          tags,
          summary: 'End a personal link, or drop a request',
          params: byId,
          response: { 204: nothingSchema },
        },
      },
      async (request, reply) => {
        await requests.end(await toDecide(request), request.params.id)
        return reply.code(204).send(null)
      },
    )

    api.post(
      '/memorial/:id/open',
      {
        schema: {
          tags,
          summary: 'Get a token that opens a private memorial, for the key of a personal link',
          params: byId,
          body: accessKeySchema,
          response: { 200: accessTokenSchema },
        },
      },
      async (request, reply) =>
        reply.header('cache-control', 'no-store').send(await requests.open(request.params.id, request.body.key)),
    )
  }
}
