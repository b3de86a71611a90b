import { createCandleService } from './candle-service'
import { createReminderService } from './reminder-service'

/** Candles, and reminders by e-mail. */
export function createRemembering(parts: Parameters<typeof createCandleService>[0]) {
  return { candles: createCandleService(parts), reminders: createReminderService(parts) }
}
