import { failedPasswordRules } from '@contract/fields'
import { refused } from '../../lib/api-error'
import { isWellKnown } from '../../lib/well-known-passwords'

export const PASSWORD_WELL_KNOWN = 'Этот пароль слишком известен. Придумайте, пожалуйста, другой'

/** Throws when a password breaks the rules: `code` is for the browser, and the text names every broken rule. */
export function refuseWeakPassword(password: string, code: string): void {
  const failures = failedPasswordRules(password)
  if (failures.length === 0 && isWellKnown(password)) failures.push(PASSWORD_WELL_KNOWN)
  if (failures.length > 0) throw refused({ code, reason: failures.join('\n') })
}
