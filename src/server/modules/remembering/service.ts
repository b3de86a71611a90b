import { createCandleService } from './candle-service'
import { createReminderService } from './reminder-service'

/** What visitors do to remember: candles, and letters before the days. */
export function createRemembering(parts: Parameters<typeof createCandleService>[0]) {
  return { candles: createCandleService(parts), reminders: createReminderService(parts) }
}
