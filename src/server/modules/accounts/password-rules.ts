import { failedPasswordRules } from '@contract/fields'
import { refused } from '../../lib/api-error'
import { isWellKnown } from '../../lib/well-known-passwords'

export const PASSWORD_WELL_KNOWN = 'Этот пароль слишком известен. Придумайте, пожалуйста, другой'

export const PASSWORD_LIKE_EMAIL = 'Этот пароль похож на ваш e-mail. Придумайте, пожалуйста, другой'

/** Shorter mailbox names occur inside many words. */
const NAME_MIN_LENGTH = 4
/** What people add to the name of their mailbox when the rules ask for more. */
const ADDED_MAX_LENGTH = 4

/** Throws when a password breaks the rules. `code` is for the client; the text lists every broken rule. */
export function refuseWeakPassword(password: string, email: string, code: string): void {
  const failures = failedPasswordRules(password)
  if (failures.length === 0 && isWellKnown(password)) failures.push(PASSWORD_WELL_KNOWN)
  if (failures.length === 0 && isLikeEmail(password, email)) failures.push(PASSWORD_LIKE_EMAIL)
  if (failures.length > 0) throw refused({ code, reason: failures.join('\n') })
}

/** Whether a password is the mailbox name, in any case and punctuation, with few characters added. */
export function isLikeEmail(password: string, email: string): boolean {
  const spelled = bare(password)
  const names = [email, email.split('@', 1)[0] ?? '', email.split(/[@+]/, 1)[0] ?? ''].map(bare)
  return names.some(
    (name) =>
      name.length >= NAME_MIN_LENGTH && spelled.includes(name) && spelled.length - name.length <= ADDED_MAX_LENGTH,
  )
}

function bare(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}
