import { string } from 'yup'
import consent from '../../config/legal/consent.json'

/**
 * The edition of /consent that is shown, and that a form therefore agrees to. The texts are dated 18 June 2025, and
 * nothing was published before this release: so far, a change of the words keeps that date. Once it is published, such a
 * change needs a new date here and in the document, and the old one goes to the earlier editions.
 */
export const CONSENT_VERSION = consent.current

/** Every edition that was ever shown: a page that was opened before a change may still send the one it showed. */
export const CONSENT_EDITIONS: readonly string[] = [consent.current, ...consent.earlier]

export const CONSENT_UNKNOWN = 'Текст согласия обновился. Пожалуйста, обновите страницу.'

/** Which edition of the consent was agreed to. Absent: none, and then none is recorded. */
export function consentVersionField() {
  return string().strict().typeError(CONSENT_UNKNOWN).oneOf(CONSENT_EDITIONS, CONSENT_UNKNOWN)
}
