import { nothingSchema } from '@contract/auth'
import { candlesSchema, reminderSchema } from '@contract/remembering'
import { verifiedOnly } from '../../access/account'
import type { MemorialAccess } from '../../access/memorial'
import { byId, type Routes } from '../../lib/routes'
import type { CandleService } from './candle-service'
import type { ReminderService } from './reminder-service'

export function rememberingRoutes(parts: {
  access: MemorialAccess
  candles: CandleService
  reminders: ReminderService
}): Routes {
  const { access, candles, reminders } = parts
  const verified = { onRequest: verifiedOnly }
  const tags = ['remembering']

  return (api) => {
    api.post(
      '/memorial/:id/candle',
      { schema: { tags, summary: 'Light a candle', params: byId, response: { 200: candlesSchema } } },
      async (request) => candles.light(await access.toRead(request, request.params.id), request.ip),
    )

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
