import { nothingSchema } from '@contract/auth'
import { reminderSchema } from '@contract/remembering'
import { verifiedOnly } from '../../access/account'
import type { MemorialAccess } from '../../access/memorial'
import { byId, type Routes } from '../../lib/routes'
import type { ReminderService } from './service'

export function reminderRoutes({ access, reminders }: { access: MemorialAccess; reminders: ReminderService }): Routes {
  return (api) => {
    const verified = { onRequest: verifiedOnly }
    const tags = ['remembering']

    api.get(
      '/memorial/:id/reminder',
      {
        ...verified,
        schema: {
          tags,
          summary: 'Whether letters remind the account of the days of a page',
          params: byId,
          response: { 200: reminderSchema },
        },
      },
      async (request) => reminders.of(await access.toRead(request, request.params.id), request.requireVerified()),
    )

    api.put(
      '/memorial/:id/reminder',
      {
        ...verified,
        schema: {
          tags,
          summary: 'Be reminded of the days of a page by letter, or not',
          params: byId,
          body: reminderSchema,
          response: { 204: nothingSchema },
        },
      },
      async (request, reply) => {
        const memorial = await access.toRead(request, request.params.id)
        await reminders.set(memorial, request.requireVerified(), request.body)
        return reply.code(204).send(null)
      },
    )
  }
}
