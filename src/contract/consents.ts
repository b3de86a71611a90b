import { array, type InferType, number, object, string } from 'yup'

/** What a consent came with, besides a registration: each can be withdrawn alone. */
export const WITHDRAWN_ALONE = ['words', 'request', 'report'] as const
export type WithdrawnAlone = (typeof WITHDRAWN_ALONE)[number]

export const CONSENT_OCCASIONS = ['account', ...WITHDRAWN_ALONE] as const
export type ConsentOccasion = (typeof CONSENT_OCCASIONS)[number]

/**
 * A consent that the holder of an account gave. `id` is one of its occasion. `edition` is that of the text that was shown
 * ('2025-06-18'), `given_at` an instant. `memorial_name`: the page that words were left on.
 */
export const givenConsentSchema = object({
  occasion: string().oneOf(CONSENT_OCCASIONS).required(),
  id: number().integer().required(),
  edition: string().required(),
  given_at: string().required(),
  memorial_name: string().nullable().defined(),
})
export type GivenConsent = InferType<typeof givenConsentSchema>

/** GET /users/me/consents: the last one first. */
export const givenConsentsSchema = object({ result: array(givenConsentSchema).required() })
