import { nothingSchema } from '@contract/auth'
import {
  codeSchema,
  factorListSchema,
  factorNameSchema,
  factorSchema,
  newCodeFactorSchema,
  newPasskeySchema,
  PASSKEY_BODY_MAX_BYTES,
  passkeyOptionsSchema,
  recoveryCodesSchema,
  ticketSchema,
} from '@contract/factors'
import { letterTokenSchema } from '@contract/leaving'
import { accountOnly } from '../../access/account'
import { byId, type Routes } from '../../lib/routes'
import type { Feature, FeatureContext } from '../context'
import { createPasskeys } from './passkeys'
import { createFactorRecovery } from './recovery'
import { createFactorService, type FactorService } from './service'

export function factorsFeature(context: FeatureContext): Feature {
  const factors = createFactorService({ ...context, passkeys: createPasskeys(context) })
  return { api: [factorRoutes({ factors, recovery: createFactorRecovery(context) })] }
}

const tags = ['users']

function factorRoutes(parts: { factors: FactorService; recovery: ReturnType<typeof createFactorRecovery> }): Routes {
  const { factors, recovery } = parts

  return (api) => {
    factorRecoveryRoutes(recovery)(api)
    const own = { onRequest: accountOnly }

    api.get(
      '/users/me/factors',
      { ...own, schema: { tags, summary: 'What the account signs in with', response: { 200: factorListSchema } } },
      (request) => factors.list(request.requireAccount()),
    )

    api.post(
      '/users/me/factors/code',
      {
        ...own,
        schema: {
          tags,
          summary: 'Begin to use one-time codes',
          body: factorNameSchema,
          response: { 201: newCodeFactorSchema },
        },
      },
      async (request, reply) =>
        reply.code(201).send(await factors.addCode(request.requireAccount(), request.body.name)),
    )

    api.post(
      '/users/me/factors/code/:id/confirm',
      {
        ...own,
        schema: {
          tags,
          summary: 'Show that the program gives the right codes',
          params: byId,
          body: codeSchema,
          response: { 200: recoveryCodesSchema },
        },
      },
      (request) => factors.confirmCode(request.requireAccount(), request.params.id, request.body.code),
    )

    api.post(
      '/users/me/factors/passkey/begin',
      {
        ...own,
        schema: { tags, summary: 'What the browser makes a passkey of', response: { 200: passkeyOptionsSchema } },
      },
      (request) => factors.beginPasskey(request.requireAccount()),
    )

    api.post(
      '/users/me/factors/passkey/finish',
      {
        ...own,
        bodyLimit: PASSKEY_BODY_MAX_BYTES,
        schema: { tags, summary: 'Add the passkey', body: newPasskeySchema, response: { 201: factorSchema } },
      },
      async (request, reply) => reply.code(201).send(await factors.addPasskey(request.requireAccount(), request.body)),
    )

    api.delete(
      '/users/me/factors/:id',
      {
        ...own,
        schema: { tags, summary: 'Stop using a factor', params: byId, response: { 204: nothingSchema } },
      },
      async (request, reply) => {
        await factors.remove(request.requireAccount(), request.params.id)
        return reply.code(204).send(null)
      },
    )

    api.post(
      '/users/me/factors/recovery-codes',
      {
        ...own,
        schema: { tags, summary: 'Ten new recovery codes', response: { 200: recoveryCodesSchema } },
      },
      (request) => factors.renewRecoveryCodes(request.requireAccount()),
    )
  }
}

const recoveryTags = ['auth']

function factorRecoveryRoutes(recovery: ReturnType<typeof createFactorRecovery>): Routes {
  return (api) => {
    api.post(
      '/auth/factor-recovery',
      {
        schema: {
          tags: recoveryTags,
          summary: 'Ask for the way back through the mailbox',
          body: ticketSchema,
          response: { 202: nothingSchema },
        },
      },
      async (request, reply) => {
        await recovery.ask(request.body.ticket)
        return reply.code(202).send(null)
      },
    )

    api.post(
      '/auth/factor-recovery/finish',
      {
        schema: {
          tags: recoveryTags,
          summary: 'End all factors by the link of the second letter',
          body: letterTokenSchema,
          response: { 204: nothingSchema },
        },
      },
      async (request, reply) => {
        await recovery.finish(request.body.token)
        return reply.code(204).send(null)
      },
    )
  }
}
