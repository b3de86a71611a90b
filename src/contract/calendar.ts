import { type InferType, object, string } from 'yup'

/** GET /users/me/calendar. Whoever has the address reads the days of all pages of its account. */
export const calendarAddressSchema = object({ address: string().required() })
export type CalendarAddress = InferType<typeof calendarAddressSchema>
