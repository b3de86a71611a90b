import { nothingSchema } from '@contract/auth'
import { ticketSchema } from '@contract/factors'
import { letterTokenSchema } from '@contract/leaving'
import type { Routes } from '../../lib/routes'
import type { createFactorRecovery } from './recovery'

const tags = ['auth']

export function factorRecoveryRoutes(recovery: ReturnType<typeof createFactorRecovery>): Routes {
  return (api) => {
    api.post(
      '/auth/factor-recovery',
      {
        schema: {
          tags,
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
          tags,
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
