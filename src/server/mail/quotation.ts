/** A space of a hair's width: hardly to be seen, but no mail program makes a link of what it parts. */
export const HAIR_SPACE = '\u200a'
/** The signs that links and addresses need, with those that domains take for a full stop. */
const SIGN_OF_LINK = /([.@:/\\．。｡․])(?=[^\s.])/gu

/**
 * Somebody's words as a letter may show them. Mail programs make a link of everything that looks like one: of `https://…`,
 * `www.…`, `почта.рф` and e-mails.
 */
export function withoutLinks(words: string): string {
  return words.replace(SIGN_OF_LINK, `$1${HAIR_SPACE}`)
}
