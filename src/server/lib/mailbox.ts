import { splitAddress, withDomainInLetters } from '@contract/email-address'

/** Providers with several domains, and those that ignore dots in the name of a mailbox. */
const DOMAIN_OF_PROVIDER: Record<string, string> = { 'googlemail.com': 'gmail.com' }
const WITHOUT_DOTS = new Set(['gmail.com'])

/** The form of an e-mail in which accounts are compared: lower case, and the domain in letters. */
export function emailKey(email: string): string {
  return withDomainInLetters(email).toLowerCase()
}

/**
 * The form in which limits compare e-mails: without the label after a plus sign, which the holder of a mailbox can choose
 * freely, and without dots where the provider ignores them.
 */
export function mailboxKey(email: string): string {
  const [name, domain] = splitAddress(emailKey(email))
  const provider = DOMAIN_OF_PROVIDER[domain] ?? domain
  const mailbox = name.slice(0, -1).replace(/\+.*/s, '')
  return `${WITHOUT_DOTS.has(provider) ? mailbox.replaceAll('.', '') : mailbox}@${provider}`
}
