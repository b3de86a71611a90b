import { boolean, type InferType, mixed, object, ref, string, type StringSchema } from 'yup'
import { consentVersionField } from './consent'
import { code, shownPasskey } from './factors'
import { emailField, lineOfText, newPassword, passwordField, REQUIRED, UNREADABLE_TEXT } from './fields'
import { paths } from './paths'

export const PASSWORDS_DIFFER = 'Пароли не совпадают'
export const CONSENT_REQUIRED = 'Необходимо согласиться с политикой обработки персональных данных'

const TOKEN_MAX_LENGTH = 256

/** POST /auth/register. Broken password rules have their own error code, so the schema checks only presence. */
export const registrationSchema = object({
  email: emailField(),
  password: readable(passwordField()),
  consent_version: consentVersionField(),
})
export type Registration = InferType<typeof registrationSchema>

/** The form of /register: the registration, and fields that only the form needs. */
export const registrationFormSchema = object({
  email: emailField(),
  password: readable(newPassword()),
  confirmation: confirmationOf('password'),
  consent: consentTick(),
})

/** POST /auth/login, form-encoded (OAuth2 password grant); `username` is the email address. */
export const credentialsSchema = object({
  grant_type: lineOfText('grant_type', 32),
  username: emailField(),
  password: readable(passwordField()),
  scope: lineOfText('scope', 256),
  client_id: lineOfText('client_id', 256),
  client_secret: lineOfText('client_secret', 256),
})
export type Credentials = InferType<typeof credentialsSchema>

/** The form of /login. */
export const loginFormSchema = object({ email: emailField(), password: passwordField() })
export type LoginForm = InferType<typeof loginFormSchema>

/** POST /auth/request-verify-token and /auth/forgot-password. */
export const emailOnlySchema = object({ email: emailField() })
export type EmailOnly = InferType<typeof emailOnlySchema>

/**
 * GET /auth/verify. A missing or malformed token gets the same response as a wrong one, so the schema rejects nothing.
 */
export const verificationSchema = object({
  token: string().transform((_value, original: unknown) =>
    typeof original === 'string' && original.length <= TOKEN_MAX_LENGTH ? original : undefined,
  ),
})

/** POST /auth/reset-password. As at registration, broken password rules have their own error code. */
export const passwordResetSchema = object({
  token: lineOfText('token', TOKEN_MAX_LENGTH).required(REQUIRED('token')),
  password: readable(passwordField('Новый пароль')),
})
export type PasswordReset = InferType<typeof passwordResetSchema>

/** The page of the link in the recovery letter. */
export function resetPasswordPath(token: string): string {
  return `${paths.resetPassword}/${token}`
}

/** The form of /reset-password/{token}. */
export const passwordResetFormSchema = object({
  password: readable(newPassword('Новый пароль')),
  confirmation: confirmationOf('password'),
})
export type PasswordResetForm = InferType<typeof passwordResetFormSchema>

/** The response of login. The token is sent as `Authorization: Bearer …`. */
export const accessTokenSchema = object({
  access_token: string().required(),
  token_type: string().oneOf(['bearer']).required(),
})
export type AccessToken = InferType<typeof accessTokenSchema>

/** POST /auth/confirm: proves that the session's user knows the account's secret, by one of these. */
export const confirmationSchema = object({
  password: readable(passwordField()).optional(),
  code: code(),
  passkey: shownPasskey(),
}).test('proof', REQUIRED('Пароль'), ({ password, code, passkey }, { createError }) =>
  password || code || passkey ? true : createError({ path: 'password', message: REQUIRED('Пароль') }),
)
export type Confirmation = InferType<typeof confirmationSchema>

/** The body `null`: of a 202, and of responses without data. */
export const nothingSchema = mixed<never>().nullable()

/** The checkbox next to the link to /consent. The form is not sent without it. */
export function consentTick() {
  return boolean().required(CONSENT_REQUIRED).oneOf([true], CONSENT_REQUIRED)
}

/** The field that repeats a new password. */
export function confirmationOf(field: string): StringSchema<string> {
  return string()
    .required(REQUIRED('Подтверждение пароля'))
    .oneOf([ref(field)], PASSWORDS_DIFFER)
}

/** Rejects NUL and lone surrogates: no keyboard types them, and different lone surrogates would have the same hash. */
export function readable(password: StringSchema<string>): StringSchema<string> {
  return password.test(
    'readable',
    UNREADABLE_TEXT,
    (text?: string) => text === undefined || (!text.includes('\0') && !/\p{Surrogate}/u.test(text)),
  )
}
