import { Secret, TOTP } from 'otpauth'
import { CODE_LENGTH } from '@contract/factors'

/** What every authenticator app supports: RFC 6238 with SHA-1, six digits, 30 seconds. */
const RULES = { algorithm: 'SHA1', digits: CODE_LENGTH, period: 30 } as const
const SECRET_BYTES = 20
/** Phone clocks are off by some seconds. */
const STEPS_OF_TOLERANCE = 1

/** A new secret in base32. */
export function newCodeSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** The content of the QR code. The app shows the site's name and the account's e-mail next to the code. */
export function otpauthUrl(secret: string, { siteName, email }: { siteName: string; email: string }): string {
  return new TOTP({ ...RULES, issuer: siteName, label: email, secret: Secret.fromBase32(secret) }).toString()
}

/** The 30-second time step of a code; undefined for a wrong code. */
export function stepOfCode(secret: string, code: string, timestamp = Date.now()): number | undefined {
  const totp = new TOTP({ ...RULES, secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token: code, timestamp, window: STEPS_OF_TOLERANCE })
  return delta === null ? undefined : TOTP.counter({ period: RULES.period, timestamp }) + delta
}
