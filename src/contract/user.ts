import { boolean, type InferType, number, object, string } from 'yup'

/** An account as its holder sees it. */
export const userSchema = object({
  id: number().integer().required(),
  email: string().required(),
  is_active: boolean().required(),
  is_superuser: boolean().required(),
  is_verified: boolean().required(),
  is_moderator: boolean().required(),
  has_pin: boolean().required(),
  max_memorials: number().integer().required(),
  advanced_memorials_left: number().integer().required(),
  bonus_gb_left: number().integer().required(),
})
export type User = InferType<typeof userSchema>
