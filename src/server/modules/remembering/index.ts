import type { Feature, FeatureContext } from '../context'
import { createReminderService } from './service'
import { candleRoutes, reminderRoutes } from './routes'

/** Candles, and reminders by e-mail. */
export function rememberingFeature(context: FeatureContext): Feature {
  const { access, candles } = context
  return {
    forms: [candleRoutes({ access, candles })],
    api: [reminderRoutes({ access, reminders: createReminderService(context) })],
  }
}
