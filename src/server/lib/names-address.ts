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
