import { boolean, type InferType, number, object } from 'yup'
import { REQUIRED } from './fields'

/** The events of reminder letters. */
export type RememberedEvent = 'birth' | 'death'

/** POST /memorial/{id}/candle and GET /memorial/{id}/candles. Today in Moscow time. */
export const candleCountsSchema = object({
  lit_today: number().integer().required(),
  lit_in_all: number().integer().required(),
})
export type CandleCounts = InferType<typeof candleCountsSchema>

/** PUT and GET /memorial/{id}/reminder. */
export const reminderSchema = object({ is_on: boolean().required(REQUIRED('is_on')) })
export type Reminder = InferType<typeof reminderSchema>
