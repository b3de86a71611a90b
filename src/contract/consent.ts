import { string } from 'yup'
import consent from '../../config/legal/consent.json'

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
