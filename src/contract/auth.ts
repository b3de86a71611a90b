import { boolean, type InferType, object, ref, string } from 'yup'
import { emailField, lineOfText, newPassword, passwordField, REQUIRED } from './fields'

export const PASSWORDS_DIFFER = 'Пароли не совпадают'
export const CONSENT_REQUIRED = 'Необходимо согласиться с политикой обработки персональных данных'
/** The edition of /consent that a registration agrees to. */
export const CONSENT_VERSION = '2025-06-18'

/** POST /auth/register. The password's rules are told by a code of their own, so only its presence is checked here. */
export const registrationSchema = object({
  email: emailField(),
  password: passwordField(),
  consent_version: lineOfText('Согласие', 32),
})
export type Registration = InferType<typeof registrationSchema>

/** What a person fills in on /register: the registration and what only the form needs to know. */
export const registrationFormSchema = object({
  email: emailField(),
  password: newPassword(),
  confirmation: string()
    .required(REQUIRED('Подтверждение пароля'))
    .oneOf([ref('password')], PASSWORDS_DIFFER),
  consent: boolean().required().oneOf([true], CONSENT_REQUIRED),
})

/** POST /auth/login, form-encoded (OAuth2 password grant); `username` is the e-mail. */
export const credentialsSchema = object({
  grant_type: lineOfText('grant_type', 32),
  username: emailField(),
  password: passwordField(),
  scope: lineOfText('scope', 256),
  client_id: lineOfText('client_id', 256),
  client_secret: lineOfText('client_secret', 256),
})

/** What a person fills in on /login. */
export const loginFormSchema = object({ email: emailField(), password: passwordField() })
export type LoginForm = InferType<typeof loginFormSchema>

/** POST /auth/request-verify-token. */
export const emailOnlySchema = object({ email: emailField() })

/** GET /auth/verify. A missing or malformed token is answered like a wrong one, so nothing is required here. */
export const verificationSchema = object({ token: string() })

/** The answer of login; the token goes into `Authorization: Bearer …`. */
export const accessTokenSchema = object({
  access_token: string().required(),
  token_type: string().oneOf(['bearer']).required(),
})
export type AccessToken = InferType<typeof accessTokenSchema>
