import { toASCII, toUnicode } from 'punycode/'

const PUNYCODE = /(?:^|\.)xn--/i

/**
 * An email address with its domain decoded: `иван@xn--80a1acny.xn--p1ai` becomes `иван@почта.рф`. Both are the same
 * address, and only one spelling is stored and compared. Everything else stays as typed.
 */
export function withDomainInLetters(email: string): string {
  const [name, domain] = splitAddress(email)
  return PUNYCODE.test(domain) ? name + inLetters(domain.toLowerCase()) : email
}

/** The local part with the at sign, and the domain. */
export function splitAddress(email: string): [name: string, domain: string] {
  const start = email.lastIndexOf('@') + 1
  return [email.slice(0, start), email.slice(start)]
}

/** A domain that does not survive the round trip is not an encoded name, and stays. */
function inLetters(domain: string): string {
  try {
    const letters = toUnicode(domain)
    return toASCII(letters) === domain ? letters : domain
  } catch {
    return domain
  }
}
