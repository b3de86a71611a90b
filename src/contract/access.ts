import { array, boolean, type InferType, number, object, string } from 'yup'
import { consentTick } from './auth'
import { consentVersionField } from './consent'
import { emailField, lineOfText, longText, REQUIRED } from './fields'
import { ACCESS_REQUEST_MAX_LENGTH, AUTHOR_MAX_LENGTH } from './limits'
import { decisionSchema, MEMORY_STATUSES } from './memory'
import { paths } from './paths'

const KEY_MAX_LENGTH = 256

export const ACCESS_REQUEST_LABELS = {
  name: 'Ваше имя',
  email: 'E-mail',
  text: 'Несколько слов о себе',
} as const

const ACCESS_REQUEST_STATUSES = MEMORY_STATUSES
export type AccessRequestStatus = (typeof ACCESS_REQUEST_STATUSES)[number]

/** POST /memorial/{id}/access-requests. */
export const accessRequestDraftSchema = object({
  name: lineOfText(ACCESS_REQUEST_LABELS.name, AUTHOR_MAX_LENGTH).required(REQUIRED(ACCESS_REQUEST_LABELS.name)),
  email: emailField(),
  text: longText(ACCESS_REQUEST_LABELS.text, ACCESS_REQUEST_MAX_LENGTH).default(''),
  consent_version: consentVersionField(),
})
export type AccessRequestDraft = InferType<typeof accessRequestDraftSchema>

/** The form on a closed page. */
export const accessRequestFormSchema = accessRequestDraftSchema
  .omit(['consent_version'])
  .shape({ consent: consentTick() })

/** An access request, pending or decided, for the page's keepers. `created_at` is an instant. */
export const accessRequestSchema = object({
  id: number().integer().required(),
  name: string().required(),
  email: string().required(),
  text: string().defined(),
  status: string().oneOf(ACCESS_REQUEST_STATUSES).required(),
  created_at: string().required(),
})
export type AccessRequest = InferType<typeof accessRequestSchema>

/**
 * Pending ones first, oldest of those first. `more_waiting`: there are more pending ones, which are listed once some of
 * these were decided.
 */
export const accessRequestsSchema = object({
  result: array(accessRequestSchema).required(),
  more_waiting: boolean().required(),
})
export type AccessRequests = InferType<typeof accessRequestsSchema>

/** A pending request with its page, for the page's keepers. */
export const pendingAccessRequestSchema = accessRequestSchema.omit(['status']).shape({
  memorial_id: number().integer().required(),
  memorial_name: string().required(),
})
export type PendingAccessRequest = InferType<typeof pendingAccessRequestSchema>

/** Oldest first. */
export const pendingAccessRequestsSchema = object({ result: array(pendingAccessRequestSchema).required() })
export type PendingAccessRequests = InferType<typeof pendingAccessRequestsSchema>

/** POST /access-requests/{id}/decide. */
export const accessDecisionSchema = decisionSchema.pick(['decision'])

export const accessDecidedSchema = object({
  id: number().integer().required(),
  status: string().oneOf(ACCESS_REQUEST_STATUSES).required(),
})
export type AccessDecided = InferType<typeof accessDecidedSchema>

/** POST /memorial/{id}/open. */
export const accessKeySchema = object({ key: lineOfText('key', KEY_MAX_LENGTH).required(REQUIRED('key')) })

/** The page of the link in the letter that grants access. */
export function openPath(memorialId: number, key: string): string {
  return `${paths.openMemorial(memorialId)}?key=${key}`
}
