import { nothingSchema } from '@contract/auth'
import { litCandleAt } from '@contract/paths'
import { candleCountsSchema, reminderSchema } from '@contract/remembering'
import { verifiedOnly } from '../../access/account'
import { cachedBrieflyWithMemorial, MOMENT_SECONDS } from '../../access/cache-rules'
import type { MemorialAccess } from '../../access/memorial'
import { byId, type Routes } from '../../lib/routes'
import type { Feature, FeatureContext } from '../context'
import { type CandleService, type ReminderService, createReminderService } from './service'

/** Candles, and reminders by e-mail. */
export function rememberingFeature(context: FeatureContext): Feature {
  const { access, candles } = context
  return {
    forms: [candleRoutes({ access, candles })],
    api: [reminderRoutes({ access, reminders: createReminderService(context) })],
  }
}

const tags = ['remembering']
const FORM = 'application/x-www-form-urlencoded'

/** Separate from the other routes: a form can light a candle too, so form-encoded bodies are parsed here. */
function candleRoutes({ access, candles }: { access: MemorialAccess; candles: CandleService }): Routes {
  return (api) => {
    api.post(
      '/memorial/:id/candle',
      { schema: { tags, summary: 'Light a candle', params: byId, response: { 200: candleCountsSchema } } },
      async (request, reply) => {
        const { id } = request.params
        const lit = await candles.light(await access.toRead(request, id), request.ip)
        // Submitted by a page without its JavaScript: the browser must show the page again, not JSON.
        if (request.headers['content-type']?.startsWith(FORM)) return reply.redirect(litCandleAt(id), 303)
        return lit
      },
    )

    api.get(
      '/memorial/:id/candles',
      {
        config: cachedBrieflyWithMemorial('id'),
        schema: { tags, summary: 'How many candles were lit', params: byId, response: { 200: candleCountsSchema } },
      },
      async (request, reply) => {
        void reply.header('cache-control', `public, max-age=${MOMENT_SECONDS}`)
        return candles.count(await access.toRead(request, request.params.id))
      },
    )

    api.addHook('onClose', () => candles.stop())
  }
}

function reminderRoutes(parts: { access: MemorialAccess; reminders: ReminderService }): Routes {
  const { access, reminders } = parts
  const verified = { onRequest: verifiedOnly }

  return (api) => {
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
