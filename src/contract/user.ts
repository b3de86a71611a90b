import { boolean, type InferType, number, object, string, type StringSchema } from 'yup'
import { confirmationOf, readable } from './auth'
import { lineOfText, newPassword, passwordField, REQUIRED } from './fields'
import { AUTHOR_MAX_LENGTH } from './limits'

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
  /** The name that the family of a page sees. */
  display_name: string().nullable().defined(),
})
export type User = InferType<typeof userSchema>

export const DISPLAY_NAME_LABEL = 'Как вас называть'
const DISPLAY_NAME_INVALID = `${DISPLAY_NAME_LABEL}: можно буквы, пробелы, дефисы, апострофы и точки в сокращениях, например «А.С. Иванов»`
/** No mail program makes a link of it: a full stop stands before a space, the end, or a letter with a full stop of its own. */
const DISPLAY_NAME = /^(?=.*\p{L})(?:[\p{L}\p{M} '’-]|\.(?=$| |\p{L}\.))+$/u

/** PATCH /users/me: null or an empty name removes it. */
export const userChangeSchema = object({
  display_name: displayName().nullable().defined('Укажите display_name: пустой текст убирает имя'),
})

/** The form that changes the name. */
export const userFormSchema = object({ display_name: displayName().default('') })
export type UserForm = InferType<typeof userFormSchema>

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

function displayName(): StringSchema {
  return lineOfText(DISPLAY_NAME_LABEL, AUTHOR_MAX_LENGTH)
    .transform((name: unknown) => (typeof name === 'string' ? name.replace(/ {2,}/g, ' ') : name))
    .matches(DISPLAY_NAME, { message: DISPLAY_NAME_INVALID, excludeEmptyString: true })
}
