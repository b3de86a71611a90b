import { nothingSchema } from '@contract/auth'
import {
  pendingRelationsSchema,
  relationDecidedSchema,
  relationDecisionSchema,
  relationDraftSchema,
  relationSchema,
  relationsSchema,
} from '@contract/relations'
import { type Account, accountOnly, verifiedOnly } from '../../access/account'
import type { Editable, MemorialAccess } from '../../access/memorial'
import { byId, type Routes } from '../../lib/routes'
import type { Feature, FeatureContext } from '../context'
import { createMemorialPresentation } from '../memorials/presentation'
import { type RelationService, createRelationService } from './service'

export function relationsFeature(context: FeatureContext): Feature {
  const { access, mediaUrls } = context
  const relations = createRelationService({ ...context, presentation: createMemorialPresentation(mediaUrls) })
  return { api: [relationRoutes({ access, relations })] }
}

const tags = ['relations']

function relationRoutes({ access, relations }: { access: MemorialAccess; relations: RelationService }): Routes {
  return (api) => {
    const verified = { onRequest: verifiedOnly }

    /** The page of the two that the account keeps; 404 when there is no such relation, 403 when it keeps neither. */
    const toEnd = async (account: Account, id: number): Promise<Editable> => {
      const { memorial_id, other_id } = await relations.pagesOf(id)
      return access.toEdit(account, (await relations.isKeeperOf(account, memorial_id)) ? memorial_id : other_id)
    }

    api.get(
      '/memorial/:id/relations',
      {
        schema: { tags, summary: 'The relatives who have pages', params: byId, response: { 200: relationsSchema } },
      },
      async (request) => relations.list(await access.toRead(request, request.params.id), request.account),
    )

    api.post(
      '/memorial/:id/relations',
      {
        ...verified,
        schema: {
          tags,
          summary: 'Name a relative, or ask the keepers of their page',
          params: byId,
          body: relationDraftSchema,
          response: { 201: relationSchema, 202: nothingSchema },
        },
      },
      async (request, reply) => {
        const memorial = await access.toEdit(request.requireVerified(), request.params.id)
        const relation = await relations.add(memorial, request.body)
        return relation ? reply.code(201).send(relation) : reply.code(202).send(null)
      },
    )

    api.get(
      '/relations/pending',
      {
        onRequest: accountOnly,
        schema: { tags, summary: 'Who asks to be named as a relative', response: { 200: pendingRelationsSchema } },
      },
      async (request) => relations.listPending(request.requireAccount()),
    )

    api.post(
      '/relations/:id/decide',
      {
        ...verified,
        schema: {
          tags,
          summary: 'Agree to a relation, or not',
          params: byId,
          body: relationDecisionSchema,
          response: { 200: relationDecidedSchema },
        },
      },
      async (request) => {
        const account = request.requireVerified()
        const { other_id: asked } = await relations.pagesOf(request.params.id)
        return relations.decide(await access.toEdit(account, asked), request.params.id, request.body.decision)
      },
    )

    api.delete(
      '/relations/:id',
      {
        ...verified,
        schema: { tags, summary: 'End a relation', params: byId, response: { 204: nothingSchema } },
      },
      async (request, reply) => {
        await relations.end(await toEnd(request.requireVerified(), request.params.id), request.params.id)
        return reply.code(204).send(null)
      },
    )
  }
}
