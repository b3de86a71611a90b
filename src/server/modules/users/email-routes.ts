import { nothingSchema } from '@contract/auth'
import { emailChangeSchema, letterTokenSchema } from '@contract/leaving'
import { accountOnly } from '../../access/account'
import type { Routes } from '../../lib/routes'
import type { EmailService } from './email-service'

const tags = ['users']

export function emailRoutes(emails: EmailService): Routes {
  return (api) => {
    api.post(
      '/users/me/change-email',
      {
        onRequest: accountOnly,
        schema: {
          tags,
          summary: 'Send a letter to the new address of the account',
          body: emailChangeSchema,
          response: { 202: nothingSchema },
        },
      },
      async (request, reply) => {
        await emails.ask(request.requireAccount(), request.body, request.ip)
        return reply.code(202).send(null)
      },
    )

    api.post(
      '/users/confirm-email',
      {
        schema: {
          tags,
          summary: 'Confirm the new address by that letter',
          body: letterTokenSchema,
          response: { 204: nothingSchema },
        },
      },
      async (request, reply) => {
        await emails.confirm(request.body.token)
        return reply.code(204).send(null)
      },
    )
  }
}
