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

/** What separates an e-mail from the text around it. */
const BETWEEN_WORDS = /[\s,;:()<>«»"]+/
const FULL_STOP = /\.$/

/** Whether a text names one of these e-mails (in lower case), as a whole: `anna@example.org` is not in `joanna@example.org`. */
export function namesAddress(text: string, addresses: string[]): boolean {
  const words = new Set(
    text
      .toLowerCase()
      .split(BETWEEN_WORDS)
      .map((word) => word.replace(FULL_STOP, '')),
  )
  return addresses.some((address) => words.has(address))
}
