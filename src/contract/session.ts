import { array, boolean, type InferType, number, object, string } from 'yup'

/**
 * One sign-in that still holds, for the eyes of the account's holder. `created_at` and `last_used_at` are instants
 * (ISO 8601, UTC), the second some minutes behind; `address` is shortened, and with `user_agent` null where it is not
 * known; `is_current` marks the session that asks.
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

/** GET /users/me/sessions: the current one first, then those used last. */
export const sessionListSchema = object({ result: array(sessionSchema).required() })
