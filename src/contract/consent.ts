import { array, boolean, type InferType, number, object, string } from 'yup'
import consent from '../../config/legal/consent.json'
import voiceConsent from '../../config/legal/voice-consent.json'

/**
 * The current edition of /consent, which a form agrees to. Its date is in config/legal/consent.json, and the document
 * shows it. A change of the published text needs a new date there; the old one moves to the earlier editions.
 */
export const CONSENT_VERSION = consent.current

/** All editions ever published. A page that was opened before a change still sends the old one. */
export const CONSENT_EDITIONS: readonly string[] = [consent.current, ...consent.earlier]

export const CONSENT_UNKNOWN = 'Текст согласия обновился. Пожалуйста, обновите страницу.'

/** The edition of the consent. Absent: no consent is recorded. */
export function consentVersionField() {
  return string().strict().typeError(CONSENT_UNKNOWN).oneOf(CONSENT_EDITIONS, CONSENT_UNKNOWN)
}

/** The same of /voice-consent, which everyone agrees to who leaves their voice: an account, too, at each recording. */
export const VOICE_CONSENT_VERSION = voiceConsent.current
export const VOICE_CONSENT_EDITIONS: readonly string[] = [voiceConsent.current, ...voiceConsent.earlier]
const VOICE_CONSENT_UNKNOWN = 'Текст согласия на запись голоса обновился. Пожалуйста, обновите страницу.'
export const VOICE_CONSENT_NEEDED = 'Чтобы сохранить запись голоса, нужно ваше согласие.'

/** The edition of the consent to store a voice. The route requires it where there is a voice. */
export function voiceConsentField() {
  return string().strict().typeError(VOICE_CONSENT_UNKNOWN).oneOf(VOICE_CONSENT_EDITIONS, VOICE_CONSENT_UNKNOWN)
}

/** The occasions of a consent, besides registration: each can be withdrawn separately. */
export const WITHDRAWN_ALONE = ['words', 'voice', 'story', 'story_voice', 'proposal', 'request', 'report'] as const
export type WithdrawnAlone = (typeof WITHDRAWN_ALONE)[number]

const CONSENT_OCCASIONS = ['account', ...WITHDRAWN_ALONE] as const
export type ConsentOccasion = (typeof CONSENT_OCCASIONS)[number]

/**
 * The edition of another text that was accepted with a consent: its day ('2026-11-26'), or the text's own wording.
 * `is_current`: it is still in force.
 */
const acceptedEditionSchema = object({ edition: string().required(), is_current: boolean().required() })
export type AcceptedEdition = InferType<typeof acceptedEditionSchema>

/**
 * A consent of an account holder. `id` is unique within the occasion. `edition` is that of the displayed text
 * ('2025-06-18'), `given_at` an instant. `memorial_name`: the page with the memory, the story, or the voice of one. `agreement`, `policy`: the user
 * agreement and the privacy policy accepted with it; null if not recorded.
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

/** GET /users/me/consents: latest first. */
export const givenConsentsSchema = object({ result: array(givenConsentSchema).required() })
