import { type InferType, object, string } from 'yup'
import { readable } from './auth'
import { emailField, lineOfText, passwordField, REQUIRED } from './fields'
import { paths } from './paths'

const TOKEN_MAX_LENGTH = 256

/** POST /users/me/change-email. */
export const emailChangeSchema = object({ email: emailField(), current_password: currentPassword() })
export type EmailChange = InferType<typeof emailChangeSchema>

/** POST /users/confirm-email and /users/return: the token of a letter. */
export const letterTokenSchema = object({ token: lineOfText('token', TOKEN_MAX_LENGTH).required(REQUIRED('token')) })
export type LetterToken = InferType<typeof letterTokenSchema>

/** POST /users/me/delete. */
export const accountDeletionSchema = object({ current_password: currentPassword() })
export type AccountDeletion = InferType<typeof accountDeletionSchema>

/** `destroyed_at` is an instant: until then the holder may restore the account. */
export const deletedAccountSchema = object({ destroyed_at: string().required() })
export type DeletedAccount = InferType<typeof deletedAccountSchema>

/** The page of the link in the letter to a new address. */
export function confirmEmailPath(token: string): string {
  return `${paths.confirmEmail}?token=${token}`
}

/** The page of the link «это не я» in letters about account activity. */
export function notMePath(token: string): string {
  return `${paths.notMe}?token=${token}`
}

/** The page of the link in the letter about a destroyed memorial: the same as that of an account. */
export function pageReturnPath(token: string): string {
  return `${returnPath(token)}&what=page`
}

/** The page of the link in the letter about a deletion. */
export function returnPath(token: string): string {
  return `${paths.returnToAccount}?token=${token}`
}

function currentPassword() {
  return readable(passwordField('Текущий пароль'))
}
