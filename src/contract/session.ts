import { array, boolean, type InferType, number, object, string } from 'yup'

/** How long after a sign-in or a confirmation a session may do what cannot be undone. */
export const FRESH_SESSION_MINUTES = 10

/**
 * A session, as shown to the account's holder. `created_at` and `last_used_at` are instants (ISO 8601, UTC); the second
 * may be some minutes late. `address` is a truncated IP address; it and `user_agent` are null when unknown.
 * `is_current` marks the session of this request.
 */
export const sessionSchema = object({
  id: number().integer().required(),
  created_at: string().required(),
  last_used_at: string().required(),
  address: string().nullable().defined(),
  user_agent: string().nullable().defined(),
  is_current: boolean().required(),
})
export type AccountSession = InferType<typeof sessionSchema>

/** GET /users/me/sessions: the current one first, then the most recently used. */
export const sessionListSchema = object({ result: array(sessionSchema).required() })
