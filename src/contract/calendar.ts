import { type InferType, object, string } from 'yup'

/** GET /users/me/calendar. Anyone with the URL can read the days of all pages of its account. */
export const calendarUrlSchema = object({ address: string().required() })
export type CalendarUrl = InferType<typeof calendarUrlSchema>
