import { toASCII, toUnicode } from 'punycode/'

const PUNYCODE = /(?:^|\.)xn--/i
/** Full stops of other writings, which separate the labels of a domain too. */
const OTHER_DOTS = /[\u3002\uff0e\uff61]/g

/**
 * An email address with its domain decoded: `иван@xn--80a1acny.xn--p1ai` becomes `иван@почта.рф`. Both are the same
 * address, and only one spelling is stored and compared. Everything else stays as typed.
 */
export function withDomainInLetters(email: string): string {
  const [name, typed] = splitAddress(email)
  const domain = typed.replace(OTHER_DOTS, '.')
  return name + (PUNYCODE.test(domain) ? inLetters(domain.toLowerCase()) : domain)
}

/** The local part with the at sign, and the domain. */
export function splitAddress(email: string): [name: string, domain: string] {
  const start = email.lastIndexOf('@') + 1
  return [email.slice(0, start), email.slice(start)]
}

/** A domain that does not survive the round trip is not an encoded name, and stays. Only some of its labels may be encoded. */
function inLetters(domain: string): string {
  try {
    const letters = toUnicode(domain)
    return toASCII(letters) === toASCII(domain) ? letters.toLowerCase() : domain
  } catch {
    return domain
  }
}
