/** Hardly visible, but prevents mail clients from making a link of what it separates. */
export const HAIR_SPACE = '\u200a'
/** The characters that URLs and email addresses need, and those that domains treat as a full stop. */
const SIGN_OF_LINK = /([.@:/\\．。｡․])(?=[^\s.])/gu

/**
 * A quotation as a letter may show it. Mail clients make a link of everything that looks like one: `https://…`,
 * `www.…`, `почта.рф` and email addresses.
 */
export function withoutLinks(words: string): string {
  return words.replace(SIGN_OF_LINK, `$1${HAIR_SPACE}`)
}
