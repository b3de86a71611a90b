import { array, type InferType, number, object, string } from 'yup'
import { readable } from './auth'
import { emailField, lineOfText, passwordField, REQUIRED } from './fields'
import { KEEPER_ROLES, type KeeperRole } from './memorial-terms'
import { paths } from './paths'

const TOKEN_MAX_LENGTH = 256

/** A keeper of a page, by the name that they have chosen. Only the owner sees the email address. */
export const keeperSchema = object({
  user_id: number().integer().required(),
  email: string().nullable().defined(),
  display_name: string().nullable().defined(),
  role: string().oneOf(KEEPER_ROLES).required(),
})
export type Keeper = InferType<typeof keeperSchema>

/** A pending invitation; `role` is the future role of the invited person. `expires_at` is an instant. */
export const invitationSchema = object({
  id: number().integer().required(),
  email: string().required(),
  role: string().oneOf(KEEPER_ROLES).required(),
  expires_at: string().required(),
})
export type Invitation = InferType<typeof invitationSchema>

/** The owner first, then keepers in order of arrival. Only the owner sees invitations. */
export const keepersSchema = object({
  result: array(keeperSchema).required(),
  invitations: array(invitationSchema),
})
export type Keepers = InferType<typeof keepersSchema>

/**
 * A pending invitation, as shown to the invited person: the page's name, and the email address of the owner who
 * invites; null where the owner has deleted the account and leaves the page.
 */
export const waitingInvitationSchema = invitationSchema.omit(['email']).shape({
  memorial_name: string().required(),
  invited_by: string().nullable().defined(),
})
export type WaitingInvitation = InferType<typeof waitingInvitationSchema>

/** Oldest first. */
export const waitingInvitationsSchema = object({ result: array(waitingInvitationSchema).required() })
export type WaitingInvitations = InferType<typeof waitingInvitationsSchema>

/** POST /memorial/{id}/keepers. */
export const invitedSchema = object({ email: emailField() })
export type Invited = InferType<typeof invitedSchema>

/** POST /memorial/{id}/hand-over. */
export const handOverSchema = object({
  email: emailField(),
  current_password: readable(passwordField('Текущий пароль')),
})
export type HandOver = InferType<typeof handOverSchema>

/** POST /keepers/accept. */
export const acceptanceSchema = object({ token: lineOfText('token', TOKEN_MAX_LENGTH).required(REQUIRED('token')) })
export type Acceptance = InferType<typeof acceptanceSchema>

export const acceptedSchema = object({ memorial_id: number().integer().required() })
export type Accepted = InferType<typeof acceptedSchema>

/** PUT /users/me/heir: null removes the heir. */
export const heirChoiceSchema = object({ email: emailField().nullable().defined(REQUIRED('E-mail')) })
export type HeirChoice = InferType<typeof heirChoiceSchema>

/**
 * `effective_at` is the instant from which the heir counts; null without an heir, and for those named before it was
 * recorded.
 */
export const heirSchema = object({
  email: string().nullable().defined(),
  effective_at: string().nullable().defined(),
})
export type Heir = InferType<typeof heirSchema>

export interface InvitationLink {
  id: number
  token: string
}

/** The page of the link in an invitation. The id and the role only select its text. */
export function acceptPath({ id, token }: InvitationLink, role: KeeperRole): string {
  return `${paths.acceptInvitation}?token=${token}&id=${id}${role === 'owner' ? '&role=owner' : ''}`
}
