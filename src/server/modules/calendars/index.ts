import { nothingSchema } from '@contract/auth'
import { calendarUrlSchema } from '@contract/calendar'
import { CALENDARS_BASE_PATH } from '@contract/paths'
import { verifiedOnly } from '../../access/account'
import type { MemorialAccess } from '../../access/memorial'
import { onlyFrom, OWN_SCRIPT } from '../../lib/fetch-metadata'
import { attachment, byId, type Routes } from '../../lib/routes'
import type { Feature, FeatureContext } from '../context'
import { type CalendarService, createCalendarService } from './service'

export function calendarsFeature(context: FeatureContext): Feature {
  const { access } = context
  const calendars = createCalendarService(context)
  return { api: [calendarRoutes({ access, calendars })], outside: [calendarFeedRoutes(calendars)] }
}

const CALENDAR_TYPE = 'text/calendar; charset=utf-8'
/** The URL is a secret. */
const FEED_HEADERS = { 'content-type': CALENDAR_TYPE, 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }

/** The days of a memorial as a calendar, and the URL of a calendar for all pages of an account. */
function calendarRoutes({ access, calendars }: { access: MemorialAccess; calendars: CalendarService }): Routes {
  return (api) => {
    const own = { onRequest: verifiedOnly }
    const tags = ['users']

    api.get(
      '/memorial/:id/calendar.ics',
      { schema: { tags: ['memorial'], summary: 'The days of a memorial, iCalendar', params: byId } },
      async (request, reply) => {
        const memorial = await access.toReadWhole(request, request.params.id)
        const { fileName, text } = calendars.ofMemorial(memorial)
        return reply
          .headers({
            'content-type': CALENDAR_TYPE,
            'content-disposition': attachment(fileName, `pamyatnye-dni-${memorial.id}.ics`),
          })
          .send(text)
      },
    )

    // The first GET creates the URL, so there is no HEAD.
    api.get(
      '/users/me/calendar',
      {
        onRequest: [verifiedOnly, onlyFrom(OWN_SCRIPT)],
        schema: { tags, summary: 'The secret address of all own days', response: { 200: calendarUrlSchema } },
        exposeHeadRoute: false,
      },
      async (request) => ({ address: await calendars.urlOf(request.requireVerified()) }),
    )

    api.delete(
      '/users/me/calendar',
      { ...own, schema: { tags, summary: 'End the secret address', response: { 204: nothingSchema } } },
      async (request, reply) => {
        await calendars.end(request.requireVerified())
        return reply.code(204).send(null)
      },
    )
  }
}

/** What calendar applications request, at URLs outside of /api. */
function calendarFeedRoutes(calendars: CalendarService): Routes {
  return (app) => {
    app.get<{ Params: { secret: string } }>(
      `${CALENDARS_BASE_PATH}/:secret`,
      { schema: { hide: true } },
      async (request, reply) => reply.headers(FEED_HEADERS).send(await calendars.at(request.params.secret, request.ip)),
    )
  }
}
