import { boolean, type InferType, number, object, string, type StringSchema } from 'yup'
import { confirmationOf, readable } from './auth'
import { newPassword, passwordField, REQUIRED } from './fields'

export const PIN_MIN_LENGTH = 4
export const PIN_MAX_LENGTH = 10
export const PIN_INVALID = `PIN-код должен состоять из ${PIN_MIN_LENGTH}–${PIN_MAX_LENGTH} цифр`

const PIN = new RegExp(`^[0-9]{${PIN_MIN_LENGTH},${PIN_MAX_LENGTH}}$`)
const CURRENT_PASSWORD = 'Текущий пароль'
const NEW_PASSWORD = 'Новый пароль'

/** An account as shown to its holder. */
export const userSchema = object({
  id: number().integer().required(),
  email: string().required(),
  is_active: boolean().required(),
  is_superuser: boolean().required(),
  is_verified: boolean().required(),
  is_moderator: boolean().required(),
  /** A moderator's account without a second factor: it has no moderator permissions. */
  factor_missing: boolean().required(),
  has_pin: boolean().required(),
  max_memorials: number().integer().required(),
  advanced_memorials_left: number().integer().required(),
  bonus_gb_left: number().integer().required(),
})
export type User = InferType<typeof userSchema>

/** POST /users/me/change-password. */
export const passwordChangeSchema = object({
  current_password: readable(passwordField(CURRENT_PASSWORD)),
  new_password: readable(newPassword(NEW_PASSWORD)),
})
export type PasswordChange = InferType<typeof passwordChangeSchema>

/** The form that changes the password. */
export const passwordChangeFormSchema = passwordChangeSchema.shape({ confirmation: confirmationOf('new_password') })
export type PasswordChangeForm = InferType<typeof passwordChangeFormSchema>

/** POST /users/me/set-pin. */
export const pinSchema = object({ pin_code: pinField() })
export type PinChoice = InferType<typeof pinSchema>

/** POST /users/me/change-pin. */
export const pinChangeSchema = object({
  current_pin_code: pinField('Текущий PIN-код'),
  new_pin_code: pinField('Новый PIN-код'),
})
export type PinChange = InferType<typeof pinChangeSchema>

/** POST /users/me/reset-pin-with-password. */
export const pinResetSchema = object({
  current_password: readable(passwordField(CURRENT_PASSWORD)),
  new_pin_code: pinField('Новый PIN-код'),
})
export type PinReset = InferType<typeof pinResetSchema>

/** The digits that open a private memorial: text, since a PIN may start with a zero. */
function pinField(label = 'PIN-код'): StringSchema<string> {
  return string()
    .strict()
    .typeError(PIN_INVALID)
    .required(REQUIRED(label))
    .matches(PIN, { message: PIN_INVALID, excludeEmptyString: true })
}
