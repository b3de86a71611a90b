import { string } from 'yup'
import consent from '../../config/legal/consent.json'

/** The edition of /consent that is shown, and that a form therefore agrees to. */
export const CONSENT_VERSION = consent.current

/** Every edition that was ever shown: a page that was opened before a change may still send the one it showed. */
export const CONSENT_EDITIONS: readonly string[] = [consent.current, ...consent.earlier]

export const CONSENT_UNKNOWN = 'Такой редакции согласия нет'

/** Which edition of the consent was agreed to. Absent: none, and then none is recorded. */
export function consentVersionField() {
  return string().strict().typeError(CONSENT_UNKNOWN).oneOf(CONSENT_EDITIONS, CONSENT_UNKNOWN)
}
