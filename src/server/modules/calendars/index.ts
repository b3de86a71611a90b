import type { Feature, FeatureContext } from '../context'
import { calendarFeedRoutes, calendarRoutes } from './routes'
import { createCalendarService } from './service'

export function calendarsFeature(context: FeatureContext): Feature {
  const { access } = context
  const calendars = createCalendarService(context)
  return { api: [calendarRoutes({ access, calendars })], outside: [calendarFeedRoutes(calendars)] }
}
