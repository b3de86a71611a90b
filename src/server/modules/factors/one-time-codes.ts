import { Secret, TOTP } from 'otpauth'
import { CODE_LENGTH } from '@contract/factors'

/** What all programs for one-time codes know: RFC 6238 with SHA-1, six digits, 30 seconds. */
const RULES = { algorithm: 'SHA1', digits: CODE_LENGTH, period: 30 } as const
const SECRET_BYTES = 20
/** Clocks of phones are some seconds late. */
const STEPS_OF_TOLERANCE = 1

/** A new secret in base32. */
export function newCodeSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** What the QR code holds: the program shows the site's name and the account's address beside the code. */
export function otpauthUrl(secret: string, { siteName, email }: { siteName: string; email: string }): string {
  return new TOTP({ ...RULES, issuer: siteName, label: email, secret: Secret.fromBase32(secret) }).toString()
}

/** The number of the 30 seconds that a code is of; undefined for a wrong code. */
export function stepOfCode(secret: string, code: string, timestamp = Date.now()): number | undefined {
  const totp = new TOTP({ ...RULES, secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token: code, timestamp, window: STEPS_OF_TOLERANCE })
  return delta === null ? undefined : TOTP.counter({ period: RULES.period, timestamp }) + delta
}
