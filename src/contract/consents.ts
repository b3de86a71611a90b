import { array, boolean, type InferType, number, object, string } from 'yup'

/** What a consent came with, besides a registration: each can be withdrawn alone. */
export const WITHDRAWN_ALONE = ['words', 'request', 'report'] as const
export type WithdrawnAlone = (typeof WITHDRAWN_ALONE)[number]

export const CONSENT_OCCASIONS = ['account', ...WITHDRAWN_ALONE] as const
export type ConsentOccasion = (typeof CONSENT_OCCASIONS)[number]

/**
 * The edition of another text that was accepted with a consent: its day ('2026-11-26'), or what the text says in place of one.
 * `is_current`: it is in force still.
 */
export const acceptedEditionSchema = object({ edition: string().required(), is_current: boolean().required() })
export type AcceptedEdition = InferType<typeof acceptedEditionSchema>

/**
 * A consent that the holder of an account gave. `id` is one of its occasion. `edition` is that of the text that was shown
 * ('2025-06-18'), `given_at` an instant. `memorial_name`: the page that words were left on.
 * `agreement`, `policy`: the user agreement and the policy on personal data that were accepted with it; null where that was not
 * recorded.
 */
export const givenConsentSchema = object({
  occasion: string().oneOf(CONSENT_OCCASIONS).required(),
  id: number().integer().required(),
  edition: string().required(),
  given_at: string().required(),
  memorial_name: string().nullable().defined(),
  agreement: acceptedEditionSchema.nullable().defined(),
  policy: acceptedEditionSchema.nullable().defined(),
})
export type GivenConsent = InferType<typeof givenConsentSchema>

/** GET /users/me/consents: the last one first. */
export const givenConsentsSchema = object({ result: array(givenConsentSchema).required() })
