import { nothingSchema } from '@contract/auth'
import { changedThingSchema, historyQuerySchema } from '@contract/history'
import { PICTURE_MAX_BYTES } from '@contract/limits'
import { pendingQuerySchema } from '@contract/memory'
import {
  ownProposalSchema,
  proposalDecisionSchema,
  proposalDraftSchema,
  proposalsSchema,
  proposedSchema,
  writtenProposalSchema,
} from '@contract/proposals'
import { accountOnly, verifiedOnly } from '../../access/account'
import type { MemorialAccess } from '../../access/memorial'
import { byId, type Routes } from '../../lib/routes'
import { validate } from '../../lib/validate'
import { fileField, type FileLimit } from '../../media/received-form'
import type { Feature, FeatureContext } from '../context'
import { createRestoring } from '../restoring'
import { createProposalService, type ProposalService } from './service'

export function proposalsFeature(context: FeatureContext): Feature {
  const proposals = createProposalService({ ...context, restoring: createRestoring(context) })
  return { api: [proposalRoutes({ access: context.access, proposals })] }
}

const tags = ['memorial']
const draft = proposalDraftSchema.shape({ file: fileField() })

/** What readers propose, and its keepers' decisions. */
function proposalRoutes({ access, proposals }: { access: MemorialAccess; proposals: ProposalService }): Routes {
  return (api) => {
    const verified = { onRequest: verifiedOnly }

    /** Refuses a photo for a page that the sender may not read before receiving it. */
    const photoOfReader: FileLimit = async (request) => {
      if (request.account) request.requireVerified()
      await access.toRead(request, validate(byId, request.params, 'path').id)
      return PICTURE_MAX_BYTES
    }

    api.post(
      '/memorial/:id/proposals',
      {
        preValidation: api.receiveForm({ file: 'file', maxBytes: photoOfReader, isPicture: true }),
        schema: {
          tags,
          summary: 'Propose what is right, with a photo if there is one',
          consumes: ['multipart/form-data'],
          params: byId,
          body: draft,
          response: { 201: proposedSchema },
        },
      },
      async (request, reply) => {
        const account = request.account && request.requireVerified()
        const memorial = await access.toReadWhole(request, request.params.id)
        const { file: photo, ...proposed } = request.body
        const made = await proposals.propose(memorial, proposed, { account, address: request.ip, photo })
        return reply.code(201).header('cache-control', 'no-store').send(made)
      },
    )

    api.get(
      '/memorial/:id/proposals',
      {
        ...verified,
        schema: {
          tags,
          summary: 'Proposals that wait at a page',
          params: byId,
          querystring: historyQuerySchema,
          response: { 200: proposalsSchema },
        },
      },
      async (request) => {
        const memorial = await access.toEdit(request.requireVerified(), request.params.id)
        return proposals.listOf(memorial, request.query)
      },
    )

    api.get(
      '/proposals/pending',
      {
        onRequest: accountOnly,
        schema: {
          tags,
          summary: 'Proposals that wait at the pages of the account',
          querystring: pendingQuerySchema,
          response: { 200: proposalsSchema },
        },
      },
      async (request) => proposals.listOfKeeper(request.requireAccount(), request.query),
    )

    api.post(
      '/proposals/:id/decide',
      {
        ...verified,
        schema: {
          tags,
          summary: 'Accept or reject a proposal',
          params: byId,
          body: proposalDecisionSchema,
          response: { 200: changedThingSchema, 204: nothingSchema },
        },
      },
      async (request, reply) => {
        const account = request.requireVerified()
        const proposal = await proposals.find(request.params.id)
        const memorial = await access.toEdit(account, proposal.memorial_id)
        const changed = await proposals.decide(account, memorial, proposal, request.body)
        if (changed === undefined) return reply.code(204).send(null)
        return reply.type('application/json; charset=utf-8').send(changed as unknown as object)
      },
    )

    api.post(
      '/proposals/own',
      {
        schema: {
          tags,
          summary: 'Read one’s own proposal',
          body: ownProposalSchema,
          response: { 200: writtenProposalSchema },
        },
      },
      async (request, reply) =>
        reply.header('cache-control', 'no-store').send(await proposals.readOwn(request.body.own_token)),
    )

    api.delete(
      '/proposals/own',
      {
        schema: {
          tags,
          summary: 'Take one’s own proposal back',
          body: ownProposalSchema,
          response: { 204: nothingSchema },
        },
      },
      async (request, reply) => {
        await proposals.withdraw(request.body.own_token)
        return reply.code(204).send(null)
      },
    )
  }
}
