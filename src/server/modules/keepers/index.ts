import { nothingSchema } from '@contract/auth'
import { recordId } from '@contract/fields'
import {
  acceptanceSchema,
  acceptedSchema,
  handOverSchema,
  heirChoiceSchema,
  heirSchema,
  invitationSchema,
  invitedSchema,
  keepersSchema,
  waitingInvitationsSchema,
} from '@contract/keepers'
import { accountOnly, requireFresh, verifiedOnly } from '../../access/account'
import type { MemorialAccess } from '../../access/memorial'
import { byId, type Routes } from '../../lib/routes'
import type { Feature, FeatureContext } from '../context'
import { createKeeperService, type KeeperService } from './service'

export function keepersFeature(context: FeatureContext): Feature {
  const { access } = context
  return { api: [keeperRoutes({ access, keepers: createKeeperService(context) })] }
}

const tags = ['keepers']
const done = { 204: nothingSchema }
const byKeeper = byId.shape({ user_id: recordId().required() })
const byInvitation = byId.shape({ invitation_id: recordId().required() })

function keeperRoutes({ access, keepers }: { access: MemorialAccess; keepers: KeeperService }): Routes {
  return (api) => {
    const verified = { onRequest: verifiedOnly }

    api.get(
      '/memorial/:id/keepers',
      { ...verified, schema: { tags, summary: 'Who keeps a page', params: byId, response: { 200: keepersSchema } } },
      async (request) => keepers.list(await access.toEdit(request.requireVerified(), request.params.id)),
    )

    api.post(
      '/memorial/:id/keepers',
      {
        ...verified,
        schema: {
          tags,
          summary: 'Invite someone to keep a page too',
          params: byId,
          body: invitedSchema,
          response: { 201: invitationSchema },
        },
      },
      async (request, reply) => {
        const account = request.requireVerified()
        const memorial = await access.toOwn(account, request.params.id)
        requireFresh(account)
        return reply.code(201).send(await keepers.invite(memorial, account, request.body.email))
      },
    )

    api.delete(
      '/memorial/:id/keepers/:user_id',
      { ...verified, schema: { tags, summary: 'Let a keeper go, or leave', params: byKeeper, response: done } },
      async (request, reply) => {
        const memorial = await access.toEdit(request.requireVerified(), request.params.id)
        await keepers.remove(memorial, request.params.user_id)
        return reply.code(204).send(null)
      },
    )

    api.delete(
      '/memorial/:id/invitations/:invitation_id',
      { ...verified, schema: { tags, summary: 'Take an invitation back', params: byInvitation, response: done } },
      async (request, reply) => {
        const memorial = await access.toOwn(request.requireVerified(), request.params.id)
        await keepers.withdraw(memorial, request.params.invitation_id)
        return reply.code(204).send(null)
      },
    )

    api.post(
      '/memorial/:id/hand-over',
      {
        ...verified,
        schema: {
          tags,
          summary: 'Offer a page to another owner',
          params: byId,
          body: handOverSchema,
          response: { 202: nothingSchema },
        },
      },
      async (request, reply) => {
        const account = request.requireVerified()
        const memorial = await access.toOwn(account, request.params.id)
        requireFresh(account)
        await keepers.handOver(memorial, account, request.body)
        return reply.code(202).send(null)
      },
    )

    api.post(
      '/keepers/accept',
      {
        ...verified,
        schema: {
          tags,
          summary: 'Accept an invitation, to keep a page or to own it',
          body: acceptanceSchema,
          response: { 200: acceptedSchema },
        },
      },
      (request) => keepers.accept(request.requireVerified(), request.body.token),
    )

    const own = { onRequest: accountOnly }

    api.get(
      '/keepers/invitations',
      { ...own, schema: { tags, summary: 'Which invitations wait', response: { 200: waitingInvitationsSchema } } },
      (request) => keepers.listWaiting(request.requireAccount()),
    )

    api.post(
      '/keepers/invitations/:id/accept',
      {
        ...verified,
        schema: {
          tags,
          summary: 'Accept an invitation that waits',
          params: byId,
          response: { 200: acceptedSchema },
        },
      },
      (request) => keepers.acceptWaiting(request.requireVerified(), request.params.id),
    )

    api.delete(
      '/keepers/invitations/:id',
      { ...verified, schema: { tags, summary: 'Decline an invitation that waits', params: byId, response: done } },
      async (request, reply) => {
        await keepers.decline(request.requireVerified(), request.params.id)
        return reply.code(204).send(null)
      },
    )

    api.get(
      '/users/me/heir',
      { ...own, schema: { tags, summary: 'Who is offered the pages one day', response: { 200: heirSchema } } },
      (request) => keepers.showHeir(request.requireAccount()),
    )

    api.put(
      '/users/me/heir',
      { ...own, schema: { tags, summary: 'Name an heir, or none', body: heirChoiceSchema, response: done } },
      async (request, reply) => {
        const account = request.requireAccount()
        requireFresh(account)
        await keepers.nameHeir(account, request.body.email)
        return reply.code(204).send(null)
      },
    )
  }
}
